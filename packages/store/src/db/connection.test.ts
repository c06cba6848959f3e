import { expect, test } from 'vitest';
import { readConnectTimeout } from './connection.ts';

test.each([
  ['postgres://maru@127.0.0.1:5432/maru', 5_000],
  ['postgres://maru@127.0.0.1:5432/maru?connect_timeout=30', 30_000],
  ['postgresql://maru@db.example/maru?sslmode=require&connect_timeout=2', 2_000],
  ['postgres://maru@127.0.0.1/maru?connect_timeout=0', 5_000],
  ['postgres://maru@127.0.0.1/maru?connect_timeout=soon', 5_000],
  ['', 5_000],
])('a connection to %s is waited for %d ms', (databaseUrl, ms) => {
  expect(readConnectTimeout(databaseUrl)).toBe(ms);
});
