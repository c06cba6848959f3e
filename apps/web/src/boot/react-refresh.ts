// @ts-expect-error: Vite's plugin for React serves this module, in development only.
import { injectIntoGlobalHook } from '/@react-refresh';

/** What @vitejs/plugin-react wants to find before any component is loaded; as a file, because scripts in pages are barred. */
injectIntoGlobalHook(window);
Object.assign(window, { $RefreshReg$: () => {}, $RefreshSig$: () => (type: unknown) => type });
