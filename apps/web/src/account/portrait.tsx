import type { AccountUser } from './account-state.ts';

/**
 * The person's picture where we have it ourselves; pages load nothing from other hosts, so else it is their first letter.
 * Decoration: the name stands beside it.
 */
export function Portrait({ user, size }: { user: AccountUser; size: number }) {
  const shape = { width: size, height: size };
  if (user.picture?.startsWith('/')) {
    return <img src={user.picture} alt="" {...shape} className="shrink-0 rounded-chip object-cover" />;
  }
  const [first = ''] = [...new Intl.Segmenter(user.locale).segment(user.name.trim())];
  return (
    <span
      aria-hidden="true"
      style={{ ...shape, fontSize: size * 0.42 }}
      className="grid shrink-0 place-items-center rounded-chip bg-primary-soft font-semibold text-primary-text uppercase"
    >
      {typeof first === 'string' ? first : first.segment}
    </span>
  );
}
