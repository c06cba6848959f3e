import type { Client } from '@maru/contract/client';
import { useWords, type Words } from '../i18n/words.tsx';
import { useApiQuery } from '../queries/use-api-query.ts';
import { Button } from '../ui/button.tsx';
import { ActionStatus } from '../ui/form/form.tsx';
import { useAction } from '../ui/form/use-action.ts';
import { DevicesIcon, PhoneDeviceIcon } from '../ui/icons/icons.tsx';
import { whyFailed } from '../ui/why-failed.ts';
import { SignOutButton } from './sign-out-button.tsx';

type Device = Awaited<ReturnType<Client['listDevices']>>['items'][number];

/** The account's sessions by device, this browser first, with a button to end each. */
export function DeviceList() {
  const words = useWords();
  const { t } = words;
  const query = useApiQuery(['devices'], async (client, signal) => {
    const { items } = await client.listDevices({ signal });
    return [...items].sort((a, b) => Number(b.current) - Number(a.current));
  });
  const { data: devices, error: loadError, refetch, set } = query;
  const action = useAction((why) => t('devices.failed', { why }));
  const failed =
    loadError === null ? undefined : t('devices.load_failed', { why: whyFailed(loadError, words) });
  const end = (device: Device) =>
    action.run(async (client) => {
      await client.endDevice({ params: { id: device.id } });
      set((shown) => shown?.filter((one) => one.id !== device.id));
      return t('devices.ended', { device: formatDevice(device, words) });
    });

  return (
    <div className="max-w-[640px]">
      <p className="text-quiet">{t('devices.lead')}</p>
      <ActionStatus
        action={failed === undefined ? action : { isBusy: false, result: { tone: 'bad', text: failed } }}
        className="not-empty:mt-4"
      />
      {devices === undefined ? (
        loadError === null ? (
          <p className="mt-6 text-quiet" aria-busy="true">
            {t('site.loading')}
          </p>
        ) : (
          <Button className="mt-4" onClick={() => void refetch()}>
            {t('account.try_again')}
          </Button>
        )
      ) : (
        <>
          <ul className="mt-6 rounded-card border border-line bg-surface">
            {devices.map((device) => (
              <li
                key={device.id}
                className="flex flex-wrap items-center gap-x-4 gap-y-2 border-line border-b p-4 last:border-b-0"
              >
                <span className="grid size-11 shrink-0 place-items-center rounded-chip bg-sunken text-quiet">
                  {device.kind === 'phone' || device.kind === 'tablet' ? (
                    <PhoneDeviceIcon />
                  ) : (
                    <DevicesIcon />
                  )}
                </span>
                <div className="min-w-0 flex-1 basis-52">
                  <p className="flex flex-wrap items-center gap-x-2 font-semibold">
                    {formatDevice(device, words)}
                    {device.current ? (
                      <span className="rounded-chip bg-primary-soft px-2 text-primary-text text-sm">
                        {t('devices.this')}
                      </span>
                    ) : null}
                  </p>
                  <p className="text-quiet text-sm">{seenText(device, words)}</p>
                </div>
                {device.current ? null : (
                  <Button
                    className="max-sm:ml-15"
                    disabled={action.isBusy}
                    aria-label={t('devices.end_one', { device: formatDevice(device, words) })}
                    onClick={() => void end(device)}
                  >
                    {t('devices.end')}
                  </Button>
                )}
              </li>
            ))}
          </ul>
          <div className="mt-6">
            <SignOutButton everywhere label={t('account.sign_out_everywhere')} />
            <p className="mt-1 text-quiet text-sm">{t('devices.everywhere_note')}</p>
          </div>
        </>
      )}
    </div>
  );
}

function formatDevice({ browser, system }: Device, { t }: Words): string {
  if (browser !== null && system !== null) return t('devices.name', { browser, system });
  return browser ?? system ?? t('devices.unknown');
}

function seenText({ lastSeenAt, createdAt, provider }: Device, { t, intl }: Words): string {
  const minutes = Math.round((Date.now() - Date.parse(lastSeenAt)) / 60_000);
  const when =
    minutes < 1
      ? t('devices.now')
      : minutes < 60
        ? intl.formatRelativeTime(-minutes, 'minute')
        : minutes < 24 * 60
          ? intl.formatRelativeTime(-Math.round(minutes / 60), 'hour')
          : intl.formatRelativeTime(-Math.round(minutes / 1_440), 'day', { numeric: 'auto' });
  return t('devices.seen', {
    when,
    provider: t(`brand.${provider}`),
    date: intl.formatDate(createdAt, { dateStyle: 'long' }),
  });
}
