import { expect, test } from 'vitest';
import { readProse } from './prose.ts';

test.each([
  ['Plain text stays.', 'Plain text stays.'],
  ['3 < 4 and 5 > 4', '3 < 4 and 5 > 4'],
  ['<b>Bold</b> claim', 'Bold claim'],
  ['One<br/>Two</p>Three', 'One\nTwo\nThree'],
  ['A<script>alert(1)</script>B', 'A B'],
  ['A<script>alert(1)', 'A'],
  ['<img src=x onerror=alert(1)>A', 'A'],
  ['A<!-- hidden -->B', 'A B'],
  ['R&amp;D &quot;x&quot; &#39;y&#39; &nbsp;z', `R&D "x" 'y' z`],
  ['AT&T & co', 'AT&T & co'],
  ['&lt;script&gt;', '<script>'],
  ['a&#0;b&#x200b;c', 'a bc'],
  ['Itâ€™s Ã©lan', 'It’s élan'],
  ['Café élan – ½ mile', 'Café élan – ½ mile'],
  ['어바인 새 집', '어바인 새 집'],
  ['<p> </p>', null],
  ['', null],
  [null, null],
])('%j reads %j', (sent, read) => {
  expect(readProse(sent, 1000)).toBe(read);
});

test('a very long text of opening characters is truncated before any lookahead', () => {
  // Without truncation this would exceed the test's timeout.
  for (const part of ['<', '<script', '<!--', '&#', '<a ', 'â€']) {
    const text = part.repeat(400_000);
    expect(readProse(text, 20_000)?.length ?? 0).toBeLessThanOrEqual(20_000);
  }
});
