/** The one of two words that holds, in the room of the longer: a press moves nothing beside it. */
export function EitherWord({ is, yes, no }: { is: boolean; yes: string; no: string }) {
  return (
    <span className="grid justify-items-center lg:justify-items-start">
      <span className={`col-start-1 row-start-1 ${is ? '' : 'invisible'}`}>{yes}</span>
      <span className={`col-start-1 row-start-1 ${is ? 'invisible' : ''}`}>{no}</span>
    </span>
  );
}
