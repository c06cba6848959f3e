import { FEED_PROVIDERS } from '@maru/listing';
import { describe, expect, it } from 'vitest';
import { createFeed } from './create-feed.ts';
import { FeedError } from './feed-error.ts';
import { parseFeedSettings } from './feed-settings.ts';

const BROKER = {
  name: 'Maru Realty',
  licenseNumber: '01234567',
  phone: '+1 714 555 0100',
  email: 'a@b.test',
};
const FEED = {
  dataset: 'kc',
  provider: 'reso',
  baseUrl: 'http://127.0.0.1:8080/odata/',
  token: 'secret-token',
  display: { advertisingBroker: BROKER, source: 'KC MLS', disclaimer: 'Deemed reliable.' },
};

describe('feed settings', () => {
  it('have defaults', () => {
    const { feeds, errors } = parseFeedSettings([FEED]);
    expect(errors).toEqual([]);
    expect(feeds[0]).toEqual({
      dataset: 'kc',
      provider: 'reso',
      baseUrl: 'http://127.0.0.1:8080/odata',
      token: 'secret-token',
      mediaHosts: [],
      display: {
        advertisingBroker: BROKER,
        source: 'KC MLS',
        disclaimer: 'Deemed reliable.',
        timeZone: null,
        allowSold: false,
        allowHistory: false,
        contactMembers: false,
        listingAgentContact: false,
        coListingAgentContact: false,
        maxResults: null,
        maxStaleHours: null,
        sample: false,
        labels: {},
      },
    });
  });

  it('accept an OAuth client instead of a token, over https, for RESO servers only', () => {
    const oauth = { tokenUrl: 'https://mls.example/token', clientId: 'maru', clientSecret: 'hush-hush' };
    const of = (own: object, client: object = {}) =>
      parseFeedSettings([{ ...FEED, token: undefined, ...own, oauth: { ...oauth, ...client } }]);
    expect(of({})).toMatchObject({
      errors: [],
      feeds: [{ token: '', oauth: { ...oauth, scope: null, clientAuth: 'form' } }],
    });
    for (const [own, client, problem] of [
      [{ token: 'secret-token' }, {}, '`token` and `oauth` exclude each other.'],
      [{ provider: 'bridge' }, {}, '`oauth` is for the provider reso.'],
      [{}, { tokenUrl: 'http://mls.example/token' }, '`oauth.tokenUrl` must be an https address'],
      [{}, { clientSecret: 'hush hush' }, '`oauth.clientSecret` must be a text without blanks'],
      [{}, { clientAuth: 'url' }, '`oauth.clientAuth` must be form or basic.'],
    ] as const) {
      const { feeds, errors } = of(own, client);
      expect(feeds).toEqual([]);
      expect(errors.join()).toContain(problem);
      expect(errors.join()).not.toContain('hush');
    }
  });

  it('contain the state of a license, if stated', () => {
    const of = (licenseState: string) =>
      parseFeedSettings([
        { ...FEED, display: { ...FEED.display, advertisingBroker: { ...BROKER, licenseState } } },
      ]);
    expect(of('WA').feeds[0]?.display.advertisingBroker).toEqual({ ...BROKER, licenseState: 'WA' });
    expect(of('Washington').errors.join()).toContain('display.advertisingBroker.licenseState');
  });

  it.each([
    ['dataset', { ...FEED, dataset: undefined }, 'Feed 1: `dataset` is missing.'],
    ['provider', { ...FEED, provider: '' }, 'Feed 1 ("kc"): `provider` is missing.'],
    ['baseUrl', { ...FEED, baseUrl: null }, 'Feed 1 ("kc"): `baseUrl` is missing.'],
    ['token', { ...FEED, token: undefined }, 'Feed 1 ("kc"): `token` is missing.'],
    ['display', { ...FEED, display: undefined }, 'Feed 1 ("kc"): `display` is missing.'],
    [
      'the broker',
      { ...FEED, display: { ...FEED.display, advertisingBroker: undefined } },
      'Feed 1 ("kc"): `display.advertisingBroker` is missing.',
    ],
    [
      "the broker's phone",
      { ...FEED, display: { ...FEED.display, advertisingBroker: { ...BROKER, phone: '' } } },
      'Feed 1 ("kc"): `display.advertisingBroker.phone` is missing.',
    ],
    [
      'the source',
      { ...FEED, display: { ...FEED.display, source: undefined } },
      'Feed 1 ("kc"): `display.source` is missing.',
    ],
    [
      'a flag that is no flag',
      { ...FEED, display: { ...FEED.display, allowSold: 'yes' } },
      'Feed 1 ("kc"): `display.allowSold` must be true or false.',
    ],
    [
      'a time zone that is none',
      { ...FEED, display: { ...FEED.display, timeZone: 'Mars/Olympus' } },
      'Feed 1 ("kc"): `display.timeZone` must be an IANA time zone.',
    ],
    [
      'an unknown provider',
      { ...FEED, provider: 'trestle' },
      'Feed 1 ("kc"): `provider` must be one of bridge, slipstream, reso.',
    ],
    ['a provider that is no text', { ...FEED, provider: 5 }, 'Feed 1 ("kc"): `provider` must be a text.'],
    ['a dataset that is no text', { ...FEED, dataset: ['kc'] }, 'Feed 1: `dataset` must be a text.'],
    [
      'a dataset with a slash',
      { ...FEED, dataset: 'a/b' },
      'Feed 1 ("a/b"): `dataset` may have only letters, digits, hyphens and underscores, at most 64.',
    ],
    [
      "a provider's name that is none",
      { ...FEED, providerDataset: 'a/../b' },
      'Feed 1 ("kc"): `providerDataset` must be a name of letters, digits, dots, hyphens and underscores.',
    ],
    [
      'an address with a query',
      { ...FEED, baseUrl: 'https://api.test/?access_token=x' },
      'Feed 1 ("kc"): `baseUrl` must be an http or https address without a user name, query or fragment.',
    ],
    [
      'an address of another scheme',
      { ...FEED, baseUrl: 'ftp://api.test' },
      'Feed 1 ("kc"): `baseUrl` must be an http or https address without a user name, query or fragment.',
    ],
    [
      'a token with a line break',
      { ...FEED, token: 'a\nb' },
      'Feed 1 ("kc"): `token` may have no blanks or line breaks.',
    ],
    [
      'picture hosts that are no list',
      { ...FEED, mediaHosts: 'cdn.test' },
      'Feed 1 ("kc"): `mediaHosts` must be a list of host names.',
    ],
    [
      'the disclaimer',
      { ...FEED, display: { ...FEED.display, disclaimer: ' ' } },
      'Feed 1 ("kc"): `display.disclaimer` must be a text.',
    ],
    [
      'a limit of nothing',
      { ...FEED, display: { ...FEED.display, maxResults: 0 } },
      'Feed 1 ("kc"): `display.maxResults` must be a number above 0.',
    ],
    [
      'stale hours in words',
      { ...FEED, display: { ...FEED.display, maxStaleHours: 'two' } },
      'Feed 1 ("kc"): `display.maxStaleHours` must be a number above 0.',
    ],
    [
      'a logo that is no https address',
      { ...FEED, display: { ...FEED.display, labels: { logoUrl: 'javascript:alert(1)' } } },
      'Feed 1 ("kc"): `display.labels` must be an object whose logoUrl is an https address.',
    ],
  ])('report a feed with %s in one sentence', (_, feed, sentence) => {
    expect(parseFeedSettings([feed])).toEqual({ feeds: [], errors: [sentence] });
  });

  it('keep valid feeds beside an invalid one, and each dataset once', () => {
    const { feeds, errors } = parseFeedSettings([FEED, 7, { ...FEED, dataset: 'x' }, FEED]);
    expect(feeds.map((feed) => feed.dataset)).toEqual(['kc', 'x']);
    expect(errors).toEqual([
      'Feed 2: it must be an object.',
      'Feed 4 ("kc"): the dataset "kc" is given twice; only the first is used.',
    ]);
  });

  it.each([null, {}, 'x', 3])('report %j, which is no list', (json) => {
    expect(parseFeedSettings(json)).toEqual({
      feeds: [],
      errors: ['The feed settings must be a JSON list of feeds.'],
    });
  });

  it('never quote a token', () => {
    const { errors } = parseFeedSettings([{ ...FEED, token: 'a secret token', baseUrl: 'http://u:pw@h/' }]);
    expect(errors).toHaveLength(2);
    expect(errors.join()).not.toMatch(/secret|pw/);
  });

  it.each(FEED_PROVIDERS)('create a feed of provider %s', (provider) => {
    const { feeds, errors } = parseFeedSettings([{ ...FEED, provider, providerDataset: 'KC_1' }]);
    expect(errors).toEqual([]);
    expect(feeds[0]?.providerDataset).toBe('KC_1');
    expect(createFeed(feeds[0]!)).toMatchObject({ dataset: 'kc', provider });
  });

  it('create no feed of an unknown provider', () => {
    const [feed] = parseFeedSettings([FEED]).feeds;
    expect(() => createFeed({ ...feed!, provider: 'trestle' as never })).toThrow(FeedError);
  });
});
