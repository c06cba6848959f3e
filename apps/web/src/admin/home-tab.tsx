import type { HomeCaseAnswer, TakeDownAnswer } from '@maru/contract';
import { TAKE_DOWN_REASONS } from '@maru/contract/client';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { formatMoment } from '../contact/contact-copy.tsx';
import { UserText } from '../contact/user-text.tsx';
import { useWords } from '../i18n/words.tsx';
import { useApiQuery } from '../queries/use-api-query.ts';
import { Button, buttonClass } from '../ui/button.tsx';
import { Field, Options, SelectField, TextArea } from '../ui/field.tsx';
import { Form } from '../ui/form/form.tsx';
import { useAction } from '../ui/form/use-action.ts';
import { useForm } from '../ui/form/use-form.ts';
import { TextLink } from '../ui/site-link.tsx';
import { Table, Waiting } from './admin-lists.tsx';
import { Code, Facts, inEnglish, LookUp, Panel, Result, State } from './admin-parts.tsx';
import { CorrectionPanel } from './corrections.tsx';
import { MachineName } from './machine-names.tsx';
import { useAddress } from './use-address.ts';

interface TakeDown {
  reason: TakeDownAnswer['reason'];
  askedBy: string;
  askedOn: string;
  note: string;
}
const NO_TAKE_DOWN: TakeDown = { reason: TAKE_DOWN_REASONS[0], askedBy: '', askedOn: '', note: '' };

/** One home: its listings, why each is shown or not, its ledger, and take-down. */
export function HomeTab() {
  const { t } = useWords();
  const { text } = useAddress();
  const id = text('id');
  return (
    <>
      <LookUp name="id" label={t('admin.home.find')} note={t('admin.home.find_note')} />
      {id === undefined ? <p className="text-quiet">{t('admin.home.lead')}</p> : <OneHome key={id} id={id} />}
    </>
  );
}

function OneHome({ id }: { id: string }) {
  const { t } = useWords();
  const queries = useQueryClient();
  const queryKey = ['admin', 'home', id];
  const query = useApiQuery(queryKey, (client, signal) => client.explainHome({ params: { id }, signal }));
  const { data: answer, refetch } = query;
  if (answer === undefined) return <Waiting query={query} />;
  return (
    <>
      <Panel
        title={t('admin.home.title', { id: answer.homeId })}
        aside={
          <State tone={answer.isShown ? 'good' : 'bad'}>
            {t(answer.isShown ? 'admin.home.shown' : 'admin.home.not_shown')}
          </State>
        }
      >
        {answer.path === null ? null : <TextLink path={answer.path}>{t('admin.home.open')}</TextLink>}
        {answer.formerIds.length === 0 ? null : (
          <p className="text-quiet">{t('admin.home.former', { ids: answer.formerIds.join(', ') })}</p>
        )}
        {answer.listings.length === 0 ? <p>{t('admin.home.no_listings')}</p> : null}
      </Panel>
      {answer.listings.map((listing) => (
        <ListingPanel key={`${listing.dataset} ${listing.listingKey}`} listing={listing} />
      ))}
      <TakeDownPanel home={answer} onChange={() => void refetch()} />
      <CorrectionPanel home={answer} onChange={() => void refetch()} />
      <Ledger home={answer} />
      <p>
        <Button onClick={() => void queries.resetQueries({ queryKey })}>{t('admin.refresh')}</Button>
      </p>
    </>
  );
}

function ListingPanel({ listing }: { listing: HomeCaseAnswer['listings'][number] }) {
  const words = useWords();
  const { t } = words;
  const flag = (value: boolean | null) =>
    t(value === null ? 'admin.unstated' : value ? 'admin.yes' : 'admin.no');
  const { flags } = listing;
  return (
    <Panel
      title={<UserText text={`${listing.source} ${listing.listingId ?? listing.listingKey}`} />}
      aside={
        <State tone={listing.isInSearch ? 'good' : listing.reasons.length === 0 ? 'quiet' : 'bad'}>
          {t(
            listing.isInSearch
              ? 'admin.home.chosen'
              : listing.reasons.length === 0
                ? 'admin.home.beside'
                : 'admin.home.barred',
          )}
        </State>
      }
    >
      {listing.reasons.length === 0 ? (
        <p>{t(listing.isChosen ? 'admin.home.why_chosen' : 'admin.home.why_beside')}</p>
      ) : (
        <ul className="list-disc pl-5">
          {listing.reasons.map((reason) => (
            <li key={reason}>{t(`admin.why.${reason}`)}</li>
          ))}
        </ul>
      )}
      {listing.isChosen === listing.isInSearch ? null : (
        <p className="mt-2 font-medium text-bad">{t('admin.home.disagrees')}</p>
      )}
      <div className="mt-4">
        <Facts
          rows={[
            [t('admin.home.key'), inEnglish(`${listing.dataset} ${listing.listingKey}`)],
            [t('admin.home.type'), t(listing.searchType === 'rent' ? 'nav.rent' : 'nav.buy')],
            [t('admin.home.status'), inEnglish(listing.standardStatus)],
            [t('admin.flag.entire'), flag(flags.entireListing)],
            [t('admin.flag.address'), flag(flags.address)],
            [t('admin.flag.valuation'), flag(flags.valuation)],
            [t('admin.flag.comments'), flag(flags.comments)],
            [t('admin.home.modified'), formatMoment(listing.modifiedAt, words)],
            [t('admin.home.first_seen'), formatMoment(listing.firstSeenAt, words)],
            [t('admin.home.last_seen'), formatMoment(listing.lastSeenAt, words)],
            listing.retiredAt !== null && [
              t('admin.home.retired'),
              <span key="r">
                {formatMoment(listing.retiredAt, words)} <UserText text={listing.retiredReason ?? ''} />
              </span>,
            ],
          ]}
        />
      </div>
      <details className="mt-3">
        <summary className={buttonClass('link')}>{t('admin.home.records')}</summary>
        <div className="mt-2 grid gap-4 lg:grid-cols-2">
          <div>
            <h4 className="mb-2 font-semibold">{t('admin.quarantine.raw')}</h4>
            <Code text={listing.raw ?? ''} label={t('admin.quarantine.raw')} />
          </div>
          <div>
            <h4 className="mb-2 font-semibold">{t('admin.quarantine.normalized')}</h4>
            <Code text={listing.normalized ?? ''} label={t('admin.quarantine.normalized')} />
          </div>
        </div>
      </details>
    </Panel>
  );
}

function Ledger({ home }: { home: HomeCaseAnswer }) {
  const words = useWords();
  const { t } = words;
  return (
    <Panel title={t('admin.home.ledger')}>
      <Table
        caption={t('admin.home.ledger')}
        empty={t('admin.none')}
        rows={home.ledger}
        keyOf={(row) => `${row.dataset} ${row.listingKey} ${row.seenTime} ${row.kind} ${row.newValue}`}
        columns={[
          {
            title: t('admin.home.seen'),
            isExtra: true,
            cell: (row) => formatMoment(row.seenTime, words),
          },
          {
            title: t('admin.home.kind'),
            cell: (row) => (
              <>
                <MachineName of="ledger" name={row.kind} isStruck={row.isVoided} />
                <span className="block text-quiet text-sm md:hidden">
                  {formatMoment(row.seenTime, words)}
                </span>
              </>
            ),
          },
          {
            title: t('admin.home.key'),
            isExtra: true,
            cell: (row) => <span lang="en">{row.listingKey}</span>,
          },
          {
            title: t('admin.home.old'),
            isExtra: true,
            cell: (row) => <Value text={row.oldValue} />,
          },
          {
            title: t('admin.home.new'),
            cell: (row) => (
              <>
                {/* A phone has no room for a column of its own. */}
                {row.oldValue === null ? null : (
                  <span className="block text-quiet md:hidden">
                    <Value text={row.oldValue} /> →
                  </span>
                )}
                <Value text={row.newValue} />
              </>
            ),
          },
        ]}
      />
    </Panel>
  );
}

function Value({ text }: { text: string | null }) {
  return (
    <code lang="en" className="wrap-anywhere text-sm">
      {text ?? ''}
    </code>
  );
}

/** Takes a home down on request, and lifts it again; each with actor and time. */
function TakeDownPanel({ home, onChange }: { home: HomeCaseAnswer; onChange: () => void }) {
  const { t } = useWords();
  const { text } = useAddress();
  const [isOpen, setOpen] = useState(text('report') !== undefined);
  const form = useForm<TakeDown>({
    initial: NO_TAKE_DOWN,
    check: ({ askedBy }) => (askedBy.trim() === '' ? { askedBy: 'missing' } : {}),
    submit: async (client, { reason, askedBy, askedOn, note }) => {
      await client.takeDownHome({
        body: {
          homeId: home.homeId,
          reason,
          askedBy: askedBy.trim(),
          ...(askedOn === '' ? {} : { askedOn }),
          note: note.trim() || null,
          reportId: text('report') ?? null,
        },
      });
      setOpen(false);
      form.reset(NO_TAKE_DOWN);
      onChange();
      return t('admin.takedown.done');
    },
  });
  const open = home.takeDowns.filter((one) => one.liftedAt === null);
  return (
    <Panel title={t('admin.takedown.title')}>
      <Result action={form} />
      {home.takeDowns.length === 0 ? null : (
        <ul className="mb-4 grid gap-4">
          {home.takeDowns.map((one) => (
            <li key={one.takeDownId}>
              <TakeDownFacts one={one} />
              {one.liftedAt === null ? <Lift one={one} onDone={onChange} /> : null}
            </li>
          ))}
        </ul>
      )}
      {isOpen ? (
        <Form form={form} className="grid max-w-[560px] gap-4">
          <SelectField label={t('admin.takedown.reason')} {...form.field('reason')}>
            <Options values={TAKE_DOWN_REASONS} format={(reason) => t(`admin.takedown.reason.${reason}`)} />
          </SelectField>
          <Field label={t('admin.takedown.asked_by')} required maxLength={200} {...form.field('askedBy')} />
          <Field label={t('admin.takedown.asked_on')} type="date" {...form.field('askedOn')} />
          <TextArea label={t('admin.takedown.note')} rows={3} maxLength={2_000} {...form.field('note')} />
          <div className="flex flex-wrap gap-3">
            <Button variant="danger" type="submit" disabled={form.isBusy}>
              {t('admin.takedown.do')}
            </Button>
            <Button
              onClick={() => {
                setOpen(false);
                form.reset(NO_TAKE_DOWN);
              }}
            >
              {t('admin.cancel')}
            </Button>
          </div>
        </Form>
      ) : (
        <>
          <p className="mb-3 max-w-[72ch] text-quiet">
            {t(open.length > 0 ? 'admin.takedown.is_down' : 'admin.takedown.lead')}
          </p>
          <Button onClick={() => setOpen(true)}>{t('admin.takedown.start')}</Button>
        </>
      )}
    </Panel>
  );
}

export function TakeDownFacts({ one }: { one: TakeDownAnswer }) {
  const words = useWords();
  const { t } = words;
  return (
    <Facts
      rows={[
        [t('admin.takedown.reason'), t(`admin.takedown.reason.${one.reason}`)],
        [
          t('admin.takedown.asked_by'),
          <span key="a">
            <UserText text={one.askedBy} /> (
            {words.intl.formatDate(one.askedAt, {
              dateStyle: words.locale === 'ko' ? 'long' : 'medium',
            })}
            )
          </span>,
        ],
        [t('admin.takedown.done_at'), formatMoment(one.doneAt, words)],
        one.note !== null && [t('admin.takedown.note'), <UserText key="n" text={one.note} />],
        one.liftedAt !== null && [
          t('admin.takedown.lifted_at'),
          <span key="l">
            {formatMoment(one.liftedAt, words)} <UserText text={one.liftNote ?? ''} />
          </span>,
        ],
      ]}
    />
  );
}

export function Lift({ one, onDone }: { one: TakeDownAnswer; onDone: () => void }) {
  const { t } = useWords();
  const action = useAction();
  const { isBusy, run } = action;
  const lift = async () => {
    const isDone = await run(async (client) => {
      await client.liftTakeDown({ params: { id: one.takeDownId }, body: {} });
      return t('admin.takedown.lifted');
    });
    if (isDone) onDone();
  };
  return (
    <>
      <Result action={action} />
      <Button className="mt-2" disabled={isBusy} onClick={() => void lift()}>
        {t('admin.takedown.lift')}
      </Button>
    </>
  );
}
