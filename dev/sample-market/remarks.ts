import type { HomeFacts } from './home-facts.ts';
import { inventLease } from './lease.ts';
import { randomOf } from './random.ts';
import { arterialNear } from './street-names.ts';

/**
 * Two to six sentences about the home, all from its facts. Never about who should live there: fair housing law
 * forbids it, and a test checks every sentence.
 */
export function writeRemarks(home: HomeFacts): string {
  // The other MLS's agent copies the text or writes a different one.
  const own = home.role !== 'first' && home.listingSalt % 2 === 0;
  const random = randomOf(own ? home.listingSalt : home.salt, 'remarks');
  const pick = <T>(choices: readonly T[]): T => random.pick(choices);
  const place = home.lot.village ?? home.area.city;
  const bedWord = home.beds === 0 ? 'studio' : `${WORDS[home.beds] ?? home.beds}-bedroom`;
  const noun = NOUNS[home.kind];
  const sentences: string[] = [];
  const add = (text: string) => sentences.push(text);

  if (home.kind === 'land') {
    const acres = (home.lotSize / 43_560).toFixed(2);
    add(
      pick([
        `${acres} acres in ${home.area.city}, ready for your plans.`,
        `A ${pick(['level', 'gently sloping', 'cleared'])} lot of ${acres} acres on ${street(home)}.`,
      ]),
    );
    add(
      pick([
        'Utilities are at the street.',
        'Water and power are at the lot line.',
        'Buyer to verify utilities, setbacks and permitted use.',
      ]),
    );
    if (home.views.length > 0) add(`There is ${viewWord(home.views[0]!)} view from the upper part.`);
    return sentences.join(' ');
  }

  const bedrooms =
    home.beds === 0
      ? 'a studio'
      : `${WORDS[home.beds] ?? home.beds} ${home.beds === 1 ? 'bedroom' : 'bedrooms'}`;
  const rooms = listed([bedrooms, ...describeBaths(home)]);
  const opening = [
    `This ${bedWord} ${noun} in ${place} has ${withComma(home.livingArea)} square feet on ${home.stories > 1 ? `${WORDS[home.stories] ?? home.stories} levels` : 'one level'}.`,
    `A ${pick(['bright', 'quiet', 'tidy', 'well-kept', 'sunny'])} ${bedWord} ${noun} on ${street(home)} in ${place}.`,
    `Built in ${home.yearBuilt}, this ${bedWord} ${noun} sits ${home.lot.onCourt ? 'on a cul-de-sac' : `along ${street(home)}`} in ${place}.`,
    `Welcome to ${place}: ${rooms}, with ${pick(['light from two sides', 'an easy layout', 'rooms of good size'])}.`,
  ];
  if (home.yearBuilt >= new Date(home.enteredAt).getUTCFullYear() - 1)
    opening.push(
      `New construction in ${place}: a ${bedWord} ${noun} of ${withComma(home.livingArea)} square feet, with the builder's warranty.`,
    );
  if (home.kind === 'house' || home.kind === 'townhouse')
    opening.push(
      `${STYLES[home.style]} ${noun} with ${rooms}, ${home.lot.onCourt ? 'at the end of a court' : `on ${street(home)}`}.`,
    );
  if (home.lot.floors > 4)
    opening.push(
      `On floor ${home.lot.floor} of ${home.lot.floors}: a ${bedWord} ${noun} with ${pick(['a wide balcony', 'windows on two sides', 'an open kitchen'])} in ${place}.`,
    );
  if (home.remodeled)
    opening.push(`Turnkey ${bedWord} ${noun} in ${place}, updated from the floors to the fixtures.`);
  add(pick(opening));
  const middle: string[] = [];
  /** Always included, since a field of the row depends on it. */
  const sure: string[] = [];
  const facing = FACING[Math.round(home.lot.facing / 45) % 8]!;
  if (home.remodeled)
    middle.push(
      pick([
        'The kitchen was redone with quartz counters, new cabinets and stainless appliances.',
        'Recent updates include flooring, paint, both baths and the kitchen.',
        'Remodeled with permits: kitchen, baths, windows and recessed lighting.',
      ]),
    );
  else
    middle.push(
      pick([
        'The kitchen opens to the dining area and the living room.',
        'The kitchen has plenty of counter space and a pantry.',
        'Kitchen and baths are original and well cared for.',
        'The living room has tall windows and a view of the trees.',
        `The floor plan is open, with the ${home.beds === 0 ? 'bed' : home.beds === 1 ? 'bedroom' : 'bedrooms'} on the quiet side.`,
        ...(home.beds > 1 && home.kind !== 'multi'
          ? ['Formal living and dining rooms, and a den beside the kitchen.']
          : []),
        `Storage is generous: a walk-in closet, linen closets and ${home.kind === 'house' ? 'an attic with a ladder' : 'a locker by the entry'}.`,
      ]),
    );
  if (home.fireplace && random.chance(0.4))
    middle.push(
      pick([
        'A fireplace anchors the living room.',
        'The living room has a fireplace with a stone hearth.',
        'Gas fireplace in the living room.',
      ]),
    );
  // A building of two units has no upstairs of its own.
  if (home.stories > 1 && home.beds > 1 && home.kind !== 'multi' && random.chance(0.3))
    middle.push(
      pick([
        'One bedroom and a full bath are downstairs.',
        'All bedrooms are upstairs, with a loft between them.',
        'The main bedroom upstairs has a walk-in closet and a double vanity.',
      ]),
    );
  if (random.chance(0.25))
    middle.push(
      pick([
        'The roof was replaced recently; ask for the invoice.',
        'Newer water heater and dual-pane windows.',
        'Wood floors run through the main level.',
        home.beds > 1 ? 'Ceiling fans in every bedroom.' : 'A ceiling fan in the living room.',
        'Laundry has its own room with a sink.',
        'Fiber internet is connected.',
      ]),
    );
  if (home.pool)
    middle.push(
      pick([
        `Outside are a pool${home.spa ? ' and spa' : ''}, a covered patio and fruit trees.`,
        `The back yard has a ${home.spa ? 'heated pool and spa' : 'sparkling pool'} with room to sit around it.`,
      ]),
    );
  else if (saysRoomForPool(home))
    sure.push(
      pick([
        'The yard is large, with room for a pool.',
        'A deep back yard leaves room for a pool and a garden.',
      ]),
    );
  else if (home.kind === 'house')
    middle.push(
      pick([
        'The back yard has a patio, a lawn and mature trees.',
        YARDS[home.area.region],
        'The patio gets the afternoon shade.',
        'The yard is fenced, with raised beds along one side.',
      ]),
    );
  if (home.adu)
    middle.push('A permitted accessory dwelling unit stands behind the house with its own entrance.');
  else if (home.kind === 'house' && home.lotSize > 8000 && random.chance(0.3))
    middle.push('ADU potential; buyer to check with the city.');
  if (home.solar)
    middle.push(
      pick(['The solar panels are paid for.', 'Solar panels and a charger in the garage keep bills low.']),
    );
  if (home.garage > 0 && random.chance(0.5)) {
    const count = WORDS[home.garage] ?? home.garage;
    middle.push(
      home.lot.floors > 0
        ? `${home.garage === 1 ? 'One parking space' : `Parking for ${count} cars`} in the garage below${random.chance(0.3) ? ', with charging' : ''}.`
        : `A ${count}-car garage has direct access${random.chance(0.3) ? ' and an electric vehicle outlet' : ''}.`,
    );
  }
  if (home.communityPool)
    middle.push(
      pick([
        'The association keeps a pool, a spa and a playground.',
        home.lot.village === null
          ? 'Residents share pools, courts and trails.'
          : `Residents of ${home.lot.village} share pools, courts and trails.`,
        'The association pool is around the corner.',
      ]),
    );
  if (home.views.length > 0)
    middle.push(
      `There is ${viewWord(home.views[0]!)} view from ${pick(['the main bedroom', 'the living room', home.kind === 'house' ? 'the upper windows' : 'the balcony'])}.`,
    );
  if (random.chance(0.2))
    middle.push(
      `The front faces ${facing}, so the ${pick(['living room', 'kitchen'])} is light for much of the day.`,
    );
  if (!home.rent && home.area.irvine && home.melloRoos === 0 && random.chance(0.5))
    middle.push('No Mello-Roos.');
  if (home.rent === false && home.hasAssociation && home.associationFee < 120 && random.chance(0.4))
    middle.push('Low association dues.');
  if (home.senior) middle.push('In a 55+ community; buyer to verify the rules of residency.');
  if (home.lot.besidePark) middle.push('The park is across the street.');
  for (const sentence of sure) add(sentence);
  for (const sentence of random.some(middle, random.int(1, 4))) add(sentence);
  if (home.rent) {
    const terms = inventLease(home);
    const said: string[] = [];
    if (terms.includes.length > 0)
      said.push(`Rent includes ${listed(terms.includes.map((one) => one.toLowerCase()))}.`);
    if (terms.pets?.includes('No')) said.push('No pets, please.');
    else if (terms.pets?.some((one) => one.endsWith('OK'))) said.push('Pets are considered with a deposit.');
    if (terms.term === '12 Months') said.push('Available on a twelve-month lease.');
    said.push(
      pick([
        'Blinds and appliances stay.',
        'Tenant pays gas and electricity.',
        'Fresh paint throughout.',
        'Showings by appointment; please allow a day.',
        'Application by every occupant over 18, with proof of income.',
        'Refrigerator, washer and dryer are included.',
      ]),
    );
    add(pick(said));
  } else if (random.chance(0.35)) {
    add(
      pick([
        'Sold as is.',
        'Inspection reports are available.',
        'Seller asks for a rent-back of two weeks.',
        'Close to trails, shops and the freeway.',
        'Easy reach of shops, parks and the library.',
        'A short drive to the train station.',
        'Offers are reviewed as they come.',
        'Seller is motivated and can close in thirty days.',
        'Back-up offers are welcome.',
        `Minutes from ${arterialNear(home.area)} and what is along it.`,
      ]),
    );
  }
  return sentences.join(' ');
}

/** Whether the remarks mention room for a pool that is not there (rule R8). */
export function saysRoomForPool(home: HomeFacts): boolean {
  return !home.pool && home.kind === 'house' && home.lotSize > 7500 && home.salt % 5 < 2;
}

const FACING = ['north', 'northeast', 'east', 'southeast', 'south', 'southwest', 'west', 'northwest'];

const WORDS: Record<number, string> = {
  1: 'one',
  2: 'two',
  3: 'three',
  4: 'four',
  5: 'five',
  6: 'six',
  8: 'eight',
};

const NOUNS: Record<HomeFacts['kind'], string> = {
  house: 'house',
  townhouse: 'townhome',
  condo: 'condominium',
  apartment: 'apartment',
  multi: 'building of two units',
  manufactured: 'manufactured home',
  land: 'lot',
};

/** Plants of a yard, by region. */
const YARDS: Record<HomeFacts['area']['region'], string> = {
  socal: 'A low-maintenance yard with citrus trees and drip irrigation.',
  desert: 'A desert yard with gravel paths, agaves and a shaded patio.',
  hawaii: 'Plumeria and a mango tree shade the lanai.',
  northwest: 'Ferns and rhododendrons surround a level lawn.',
  southeast: 'A screened porch looks over azaleas and tall pines.',
  northeast: 'A deck steps down to a lawn under old maples.',
  midwest: 'A deck looks over a wide lawn and a garden shed.',
  mountain: 'Aspens screen the yard, with room for a fire pit.',
  texas: 'A covered patio under live oaks, with sprinklers front and back.',
};

/** The street without the number; empty when the address is withheld. */
function street(home: HomeFacts): string {
  if ((home.flags === null ? home.displayAddress : home.flags[1]) === false) return 'a quiet street';
  return `${home.lot.street.name} ${home.lot.street.suffix}`;
}

function describeBaths(home: HomeFacts): string[] {
  const full = `${WORDS[home.fullBaths] ?? home.fullBaths} ${home.fullBaths === 1 ? 'bath' : 'baths'}`;
  return home.halfBaths > 0 ? [full, 'a powder room'] : [full];
}

const STYLES: Record<HomeFacts['style'], string> = {
  Spanish: 'A Spanish-style',
  Craftsman: 'A Craftsman',
  Ranch: 'A ranch-style',
  Modern: 'A modern',
  Contemporary: 'A contemporary',
  Traditional: 'A traditional',
  Colonial: 'A Colonial',
  Bungalow: 'A bungalow-style',
  Mediterranean: 'A Mediterranean-style',
  Farmhouse: 'A farmhouse-style',
};

/** `toLocaleString` takes longer than the rest of the row. */
const withComma = (value: number) => String(value).replace(/\B(?=(\d{3})+$)/g, ',');

function listed(words: string[]): string {
  return words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} and ${words.at(-1)}`;
}

/** With its article: "an ocean". */
function viewWord(view: string): string {
  const word = viewNoun(view);
  return `${/^[aeiou]/.test(word) ? 'an' : 'a'} ${word}`;
}

function viewNoun(view: string): string {
  return (
    {
      'Park/Greenbelt': 'park',
      'Mountain(s)': 'mountain',
      'Trees/Woods': 'wooded',
      'City Lights': 'city-light',
      Hills: 'hillside',
    }[view] ?? view.toLowerCase()
  );
}
