import { type ComponentProps, type ReactNode, useState } from 'react';
import { ActionResult } from '../account/sign-in/fresh-sign-in.tsx';
import { useWords } from '../i18n/words.tsx';
import { Button } from '../ui/button.tsx';
import { Field, FieldFrame, TextArea } from '../ui/field.tsx';
import type { FieldErrors } from '../ui/form/field-errors.ts';
import { Form } from '../ui/form/form.tsx';
import { useForm } from '../ui/form/use-form.ts';
import { Modal } from '../ui/modal.tsx';
import { ScrollBox } from '../ui/scroll-box.tsx';
import { SiteLink } from '../ui/site-link.tsx';
import { useAddress } from './use-address.ts';

/** Shared components of the admin tabs: URL filters, panels, forms, results of actions. */

interface FilterLinksProps<T extends string> {
  /** Name of the query parameter. */
  name: string;
  label: string;
  values: readonly T[];
  shown: T | undefined;
  formatTitle: (value: T) => string;
  /** The title of the link without a filter, if there is one. */
  all?: string;
}

/** Links that filter a list through a query parameter. */
export function FilterLinks<T extends string>({
  name,
  label,
  values,
  shown,
  formatTitle,
  all,
}: FilterLinksProps<T>) {
  const { pathWith } = useAddress();
  const options = [...(all === undefined ? [] : [undefined]), ...values];
  return (
    <nav aria-label={label} className="mb-4">
      <ul className="flex flex-wrap gap-2">
        {options.map((value) => (
          <li key={value ?? ''}>
            <SiteLink
              path={pathWith({ [name]: value ?? null, id: null })}
              replace
              resetScroll={false}
              aria-current={value === shown ? 'true' : undefined}
              className="inline-flex min-h-11 items-center rounded-chip border border-line-strong bg-surface px-4 text-sm hover:bg-sunken aria-[current]:border-primary aria-[current]:bg-primary-soft aria-[current]:font-semibold aria-[current]:text-primary-text"
            >
              {value === undefined ? all : formatTitle(value)}
            </SiteLink>
          </li>
        ))}
      </ul>
    </nav>
  );
}

/** A search field whose value is a query parameter. */
export function LookUp(props: { name: string; label: string; note?: string }) {
  const { text } = useAddress();
  const shown = text(props.name) ?? '';
  // Reset the form when the URL changes.
  return <LookUpForm key={shown} shown={shown} {...props} />;
}

function LookUpForm({
  shown,
  name,
  label,
  note,
}: {
  shown: string;
  name: string;
  label: string;
  note?: string;
}) {
  const { t } = useWords();
  const { go } = useAddress();
  const form = useForm({
    initial: { value: shown },
    submit: async (_, { value }) => {
      go({ [name]: value.trim() || null });
      return undefined;
    },
  });
  const { error, ...input } = form.field('value');
  return (
    <search className="mb-5 block max-w-[560px]">
      <Form form={form}>
        <FieldFrame label={label} note={note}>
          {(ties) => (
            <div className="mt-2 flex gap-2">
              <input
                {...ties}
                {...input}
                type="search"
                className="h-11 min-w-0 flex-1 rounded-field border border-line-strong bg-surface px-3"
              />
              <Button type="submit">{t('admin.find')}</Button>
            </div>
          )}
        </FieldFrame>
      </Form>
    </search>
  );
}

export type Tone = 'good' | 'warn' | 'bad' | 'quiet';

/** A state as a word; color alone is not enough. */
export function State({ tone, children }: { tone: Tone; children: ReactNode }) {
  return (
    <span
      className={`inline-flex items-center gap-2 whitespace-nowrap rounded-chip border px-3 py-0.5 font-medium text-sm ${TONES[tone]}`}
    >
      {children}
    </span>
  );
}

const TONES: Record<Tone, string> = {
  good: 'border-good text-good',
  warn: 'border-warn text-warn',
  bad: 'border-bad text-bad',
  quiet: 'border-line-strong text-quiet',
};

export function Panel({
  title,
  children,
  aside,
}: {
  /** A UI message, or user text in `UserText`. */
  title?: ReactNode;
  aside?: ReactNode;
  children: ReactNode;
}) {
  return (
    <section className="mb-6 rounded-card border border-line bg-surface p-4 md:p-6">
      {title === undefined ? null : (
        <div className="mb-4 flex flex-wrap items-center justify-between gap-3">
          <h3 className="font-semibold text-lg">{title}</h3>
          {aside}
        </div>
      )}
      {children}
    </section>
  );
}

/** A two-column list of labels and values; rows that are false are left out. */
export function Facts({ rows }: { rows: readonly (readonly [name: string, value: ReactNode] | false)[] }) {
  return (
    <dl className="grid gap-x-6 gap-y-2 sm:grid-cols-[minmax(140px,220px)_minmax(0,1fr)]">
      {rows
        .filter((row) => row !== false)
        .map(([name, value]) => (
          <div key={name} className="sm:contents">
            <dt className="text-quiet">{name}</dt>
            <dd className="min-w-0 break-words max-sm:mb-2">{value}</dd>
          </div>
        ))}
    </dl>
  );
}

/** A technical name or message, which is English on every page. */
export const inEnglish = (text: string | null) => <span lang="en">{text}</span>;

/** The result of an action in an admin tab. */
export function Result(props: ComponentProps<typeof ActionResult>) {
  return <ActionResult className="not-empty:my-3 font-medium" {...props} />;
}

/** Asks for the reason of an action. Reset `form` before it is shown. */
export function ReasonForm({
  form,
  action,
  onCancel,
  ...field
}: {
  form: ReturnType<typeof useForm<{ reason: string }>>;
  action: string;
  onCancel: () => void;
} & Omit<ComponentProps<typeof TextArea>, 'form'>) {
  const { t } = useWords();
  return (
    <Form form={form} className="mt-3 max-w-[560px]">
      <TextArea required {...field} {...form.field('reason')} />
      <div className="mt-3 flex flex-wrap gap-3">
        <Button variant="primary" type="submit" disabled={form.isBusy}>
          {action}
        </Button>
        <Button onClick={onCancel}>{t('admin.cancel')}</Button>
      </div>
    </Form>
  );
}

/** The check of `ReasonForm` before a request. */
export const checkReason = ({ reason }: { reason: string }): FieldErrors =>
  reason.trim() === '' ? { reason: 'missing' } : {};

/** Preformatted machine output. */
export function Code({ text, label }: { text: string; label: string }) {
  return (
    <ScrollBox label={label} className="max-h-96 overflow-y-auto rounded-field border border-line bg-sunken">
      <pre className="p-3 font-mono text-sm" lang="en">
        {text}
      </pre>
    </ScrollBox>
  );
}

/** A confirmation dialog. `typed`: text to enter before an action that cannot be undone. */
export function Confirm({
  label,
  text,
  action,
  isOpen,
  isBusy,
  typed,
  onClose,
  onDo,
}: {
  label: string;
  text: string;
  action: string;
  isOpen: boolean;
  isBusy: boolean;
  typed?: { label: string; value: string };
  onClose: () => void;
  onDo: () => void;
}) {
  const { t } = useWords();
  const [written, setWritten] = useState('');
  const mayDo = typed === undefined || written.trim() === typed.value;
  // Clear the text for the next time.
  const close = () => {
    setWritten('');
    onClose();
  };
  return (
    <Modal
      open={isOpen}
      onClose={close}
      label={label}
      shape="box"
      className="w-[min(520px,calc(100vw-2rem))]"
    >
      <h3 className="font-bold text-xl">{label}</h3>
      <p className="mt-3">{text}</p>
      {typed === undefined ? null : (
        <div className="mt-4">
          <Field
            label={typed.label}
            autoComplete="off"
            spellCheck={false}
            value={written}
            onChange={(event) => setWritten(event.currentTarget.value)}
          />
        </div>
      )}
      <div className="mt-6 flex flex-wrap justify-end gap-3">
        <Button onClick={close}>{t('admin.cancel')}</Button>
        <Button
          variant={typed === undefined ? 'primary' : 'danger'}
          disabled={!mayDo || isBusy}
          onClick={onDo}
        >
          {action}
        </Button>
      </div>
    </Modal>
  );
}
