export type { MountPanel, Panel, PanelApi, PanelRoots } from './api';
export type { Position, Range } from './protocol';
