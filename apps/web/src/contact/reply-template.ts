/**
 * A message with words that stand ready: they take the place of those that were put there `last`, as long as nobody has
 * touched them, and otherwise come behind what was typed.
 */
export function withTemplate(message: string, last: string, words: string): string {
  const isUntouched = last !== '' && message.endsWith(last);
  const typed = (isUntouched ? message.slice(0, -last.length) : message).trimEnd();
  if (words === '') return isUntouched ? typed : message;
  return typed === '' ? words : `${typed}\n\n${words}`;
}
