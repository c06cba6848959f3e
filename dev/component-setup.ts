import { cleanup } from '@testing-library/react';
import { afterEach } from 'vitest';

// React warns of every update outside `act` unless a test environment says that it uses `act`.
(globalThis as { IS_REACT_ACT_ENVIRONMENT?: boolean }).IS_REACT_ACT_ENVIRONMENT = true;

// Without globals of the test runner the library does not clean up by itself.
afterEach(cleanup);
