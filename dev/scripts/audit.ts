import { spawnSync } from 'node:child_process';

/**
 * `npm run audit`: known vulnerabilities (high or critical) of production packages, by `npm audit`. Exit code 1 when
 * there are any. A registry without the audit endpoint is reported and is no failure.
 */
interface Report {
  metadata?: { vulnerabilities?: Record<string, number> };
  vulnerabilities?: Record<string, { name: string; severity: string; range: string }>;
}

const { stdout } = spawnSync('npm', ['audit', '--json', '--omit=dev', '--audit-level=high'], {
  encoding: 'utf8',
  shell: process.platform === 'win32',
  maxBuffer: 64 * 1024 * 1024,
});
let report: Report = {};
try {
  report = JSON.parse(stdout) as Report;
} catch {
  // Not JSON: treated as a report without counts.
}
const counts = report.metadata?.vulnerabilities;
if (counts === undefined) {
  process.stdout.write('npm audit: the registry does not support audits; nothing was checked.\n');
} else {
  const grave = Object.values(report.vulnerabilities ?? {}).filter(({ severity }) =>
    ['high', 'critical'].includes(severity),
  );
  for (const { name, severity, range } of grave) process.stdout.write(`${severity}: ${name} ${range}\n`);
  process.stdout.write(`npm audit: ${grave.length} high or critical, ${counts.total ?? 0} in all.\n`);
  process.exitCode = grave.length === 0 ? 0 : 1;
}
