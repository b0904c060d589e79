// Starts the worker while the page is still on its way: the server takes longer to start than the page does.
import { startWorker } from './page/worker';

globalThis.early = startWorker();
