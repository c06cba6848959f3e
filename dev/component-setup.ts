import { cleanup } from '@testing-library/react';
import { afterEach } from 'vitest';

// React warns about updates outside `act` unless the environment declares that it uses `act`.
(globalThis as { IS_REACT_ACT_ENVIRONMENT?: boolean }).IS_REACT_ACT_ENVIRONMENT = true;

// The library cleans up by itself only with the test runner's globals.
afterEach(cleanup);
