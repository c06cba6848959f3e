/** The agent's picture if there is one, else their first letter. Decorative; the name is beside it. */
export function AgentPicture({
  name,
  picture,
  size,
  alt = '',
}: {
  name: string;
  picture: string | null;
  size: number;
  alt?: string;
}) {
  const shape = { width: size, height: size };
  if (picture !== null) {
    return (
      <img
        src={picture}
        alt={alt}
        {...shape}
        style={shape}
        loading="lazy"
        className="shrink-0 rounded-chip bg-sunken object-cover"
      />
    );
  }
  const [first] = [...name.trim()];
  return (
    <span
      aria-hidden="true"
      style={{ ...shape, fontSize: size * 0.4 }}
      className="grid shrink-0 place-items-center rounded-chip bg-primary-soft font-semibold text-primary-text uppercase"
    >
      {first ?? ''}
    </span>
  );
}
