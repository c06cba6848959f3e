import { notifyManager } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { openPage as openPlainPage, type PageParts } from '../ui/testing-page.tsx';
import { QueryCache } from './query-cache.tsx';

// By default components are notified in a timeout, which is outside of `act`.
notifyManager.setScheduler(queueMicrotask);

/** `openPage` of `ui`, with a query cache. */
export const openPage = (children: ReactNode, parts: PageParts) =>
  openPlainPage(<QueryCache>{children}</QueryCache>, parts);
