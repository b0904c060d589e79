import * as vscode from 'vscode';
import type { Call, Position, Range } from './protocol';

/** Where the cursor goes for a call: to its worst problem, which the menu of fixes is then about. */
export function placeOf(call: Call): vscode.Position {
  return positionOf((call.problem ?? call.range).start);
}

export function rangeOf({ start, end }: Range): vscode.Range {
  return new vscode.Range(positionOf(start), positionOf(end));
}

export function positionOf({ line, character }: Position): vscode.Position {
  return new vscode.Position(line, character);
}
