// The panel beside the text: which calls there are, what happens to them, and what the tool of the
// chosen one receives. What it shows comes from the server.
import type { MountPanel } from './api';
import { CallsPanel } from './panel';

export type { MountPanel, Panel, PanelApi, PanelRoots } from './api';
export type { Position, Range } from './protocol';

export const mountPanel: MountPanel = (roots, api) => new CallsPanel(roots, api);
