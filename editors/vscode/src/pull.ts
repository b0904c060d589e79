import { type ProvideDiagnosticSignature, vsdiag } from 'vscode-languageclient/node';
import type { CancellationToken, TextDocument, Uri } from 'vscode';

/**
 * Asks the server for the diagnostics of a document. A request that is cancelled
 * is over at once and changes nothing. The client itself waits for its answer,
 * which it reads as "no problems", and meanwhile does not ask about the document
 * if it is closed and opened again: it stays without diagnostics
 * (https://github.com/microsoft/vscode-languageserver-node/issues/1821).
 */
export function provideDiagnostics(
  document: TextDocument | Uri, previousResultId: string | undefined, token: CancellationToken, next: ProvideDiagnosticSignature,
): Promise<vsdiag.DocumentDiagnosticReport | null | undefined> {
  const cancelled = new Promise<vsdiag.DocumentDiagnosticReport>((resolve) => {
    token.onCancellationRequested(() => {
      resolve({ kind: vsdiag.DocumentDiagnosticReportKind.unChanged, resultId: previousResultId ?? '' });
    });
  });
  return Promise.race([next(document, previousResultId, token), cancelled]);
}
