// @ts-expect-error: Vite's plugin for React serves this module, in development only.
import { injectIntoGlobalHook } from '/@react-refresh';

/**
 * The preamble that @vitejs/plugin-react requires before any component is loaded. A file, because the
 * Content-Security-Policy bars inline scripts.
 */
injectIntoGlobalHook(window);
Object.assign(window, { $RefreshReg$: () => {}, $RefreshSig$: () => (type: unknown) => type });
