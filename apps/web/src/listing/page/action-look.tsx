/** How the buttons of a home's page look: on a phone the word below its icon, so that all of them stand in one row. */
export const ACTION =
  'inline-flex min-h-14 w-full flex-col items-center justify-center gap-0.5 rounded-field text-sm font-medium hover:bg-sunken max-[359px]:text-xs lg:min-h-11 lg:w-auto lg:flex-row lg:gap-2 lg:px-3 print:hidden';

/** The one of two words that holds, in the room of the longer: a press moves nothing beside it. */
export function EitherWord({ is, yes, no }: { is: boolean; yes: string; no: string }) {
  return (
    <span className="grid justify-items-center lg:justify-items-start">
      <span className={`col-start-1 row-start-1 ${is ? '' : 'invisible'}`}>{yes}</span>
      <span className={`col-start-1 row-start-1 ${is ? 'invisible' : ''}`}>{no}</span>
    </span>
  );
}
