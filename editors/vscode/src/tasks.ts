import * as vscode from 'vscode';
import type { Server } from './server';

/** The type of our tasks in tasks.json. */
const TYPE = 'forge-lsp';

/** What tasks.json can say of a task; package.json has the schema. */
interface Definition extends vscode.TaskDefinition {
  readonly paths?: unknown;
  readonly failOn?: unknown;
}

/** Offers `forge-lsp check` for each folder, run with the server's own binary. */
export class CheckTasks implements vscode.TaskProvider {
  constructor(private readonly server: Server) {}

  async provideTasks(): Promise<vscode.Task[]> {
    const folders = vscode.workspace.workspaceFolders ?? [];
    const onDisk = folders.filter((folder) => folder.uri.scheme === 'file');
    const tasks = await Promise.all(onDisk.map((folder) => this.task({ type: TYPE }, folder)));
    return tasks.filter((task) => task !== undefined);
  }

  /** Checks a file, also one that VS Code does not give to extensions. */
  async check(uri: vscode.Uri): Promise<void> {
    const folder = vscode.workspace.getWorkspaceFolder(uri) ?? vscode.TaskScope.Workspace;
    const task = await this.task({ type: TYPE, paths: [uri.fsPath] }, folder);
    if (task !== undefined) {
      await vscode.tasks.executeTask(task);
    }
  }

  resolveTask(task: vscode.Task): Promise<vscode.Task | undefined> {
    return this.task(task.definition, task.scope ?? vscode.TaskScope.Workspace);
  }

  private async task(definition: Definition, scope: vscode.WorkspaceFolder | vscode.TaskScope): Promise<vscode.Task | undefined> {
    const binary = await this.server.binary();
    if (binary === undefined) {
      return undefined;
    }
    const failOn = typeof definition.failOn === 'string' ? ['--fail-on', definition.failOn] : [];
    const paths = Array.isArray(definition.paths) ? definition.paths.filter((path) => typeof path === 'string') : ['.'];
    // All findings: the output is a terminal's, and is read for problems. No shell: a name in the workspace is an argument and never a command.
    const execution = new vscode.ProcessExecution(binary.path, ['check', '--all', '--color', 'never', ...failOn, '--', ...paths]);
    const task = new vscode.Task(definition, scope, 'check', TYPE, execution, '$forge-lsp');
    task.group = vscode.TaskGroup.Test;
    task.detail = `forge-lsp check ${paths.join(' ')}`;
    return task;
  }
}
