import type { HomeFacts } from './home-facts.ts';
import { type Random, randomOf } from './random.ts';
import type { ResoRow } from './reso-row.ts';

/**
 * What a record states of a home's construction, lot, utilities, income and terms, beside the usual facts. Has its own
 * chance, so that it changes nothing else of the market; each field is stated for a part of the homes only.
 */
export function furtherFacts(home: HomeFacts, mark: string): ResoRow {
  const random = randomOf(home.salt, 'further');
  const { kind, lot } = home;
  const land = kind === 'land';
  const attached = kind === 'condo' || kind === 'apartment' || kind === 'townhouse';
  const maybe = <T>(probability: number, make: () => T): T | null =>
    random.chance(probability) ? make() : null;
  const depth = Math.max(60, Math.round(Math.sqrt(Math.max(home.lotSize, 1_500)) * 1.4));
  return {
    ...EMPTY,
    LotFeatures: [
      ...(lot.onCourt ? ['Cul-De-Sac'] : []),
      ...(attached
        ? []
        : random.some(['Back Yard', 'Front Yard', 'Landscaped', 'Level', 'Corner Lot'], random.int(0, 3))),
    ],
    LotSizeDimensions: attached ? null : maybe(0.35, () => `${Math.round(home.lotSize / depth)}x${depth}`),
    LotSizeSource: maybe(0.5, () => 'Assessor'),
    Zoning: maybe(0.4, () => (land ? 'A-1' : attached ? 'R-3' : 'R-1')),
    RoadFrontageType: maybe(0.3, () => ['City Street']),
    RoadSurfaceType: maybe(0.3, () => ['Paved']),
    Topography: land ? maybe(0.6, () => random.pick(['Level', 'Gently sloping', 'Hilly'])) : null,
    Sewer: maybe(0.8, () => (land && random.chance(0.6) ? ['Septic Needed'] : ['Public Sewer'])),
    WaterSource: maybe(0.8, () => (land && random.chance(0.4) ? ['Well'] : ['Public'])),
    Utilities: maybe(0.7, () =>
      random.some(
        [
          'Cable Available',
          'Electricity Connected',
          'Natural Gas Connected',
          'Sewer Connected',
          'Water Connected',
        ],
        random.int(2, 5),
      ),
    ),
    TaxLot: maybe(0.4, () => String(random.int(1, 180))),
    TaxTract: maybe(0.4, () => String(random.int(1_000, 19_999))),
    DistanceToBusNumeric: maybe(0.1, () => random.int(1, 20) / 10),
    DistanceToBusUnits: 'Miles',
    AssociationName: home.hasAssociation
      ? maybe(0.6, () => `${lot.village ?? home.area.city} Association`)
      : null,
    Possession: home.rent ? null : maybe(0.5, () => [random.pick(['Close Of Escrow', 'Negotiable'])]),
    Disclosures: home.rent ? null : maybe(0.4, () => ['Disclosures Available']),
    OwnerName: maybe(0.4, () => `${mark} owner`),
    OwnerPhone: maybe(0.4, () => `${mark} 555-0199`),
    OccupantName: maybe(0.2, () => `${mark} occupant`),
    AccessCode: maybe(0.2, () => `${mark} 1234#`),
    ListingAgreement: maybe(0.5, () => `${mark} exclusive`),
    Concessions: maybe(0.2, () => `${mark} yes`),
    ...(land ? {} : building(home, random, maybe)),
    ...(kind === 'multi' ? income(home, random) : {}),
    ...(isInPark(home) ? park(random, maybe) : {}),
  };
}

export const isInPark = ({ kind, salt }: HomeFacts) => kind === 'manufactured' && salt % 2 === 0;

/** All names, so that rows share a shape and `$metadata` has them whatever the first row states. */
const EMPTY = Object.fromEntries(
  (
    'LotFeatures LotSizeDimensions LotSizeSource Zoning RoadFrontageType RoadSurfaceType Topography Sewer WaterSource ' +
    'Utilities TaxLot TaxTract DistanceToBusNumeric DistanceToBusUnits AssociationName Possession Disclosures OwnerName ' +
    'OwnerPhone OccupantName AccessCode ListingAgreement Concessions ConstructionMaterials Roof FoundationDetails Basement ' +
    'WindowFeatures DoorFeatures CommonWalls PropertyAttachedYN BuilderName YearBuiltSource Fencing PatioAndPorchFeatures ' +
    'RoomType RoomsTotal FireplaceFeatures Electric GreenEnergyEfficient Inclusions Exclusions HomeWarrantyYN ' +
    'NumberOfUnitsInCommunity MoveInCosts NumberOfUnitsTotal UnitTypes GrossScheduledIncome OperatingExpense ' +
    'NetOperatingIncome CapRate RentControlYN LandLeaseYN LandLeaseAmount LandLeaseAmountFrequency ' +
    'LandLeaseExpirationDate ParkName BodyType MobileLength MobileWidth MobileDimUnits Skirt'
  )
    .split(' ')
    .map((name) => [name, null]),
);

type Maybe = <T>(probability: number, make: () => T) => T | null;

function building(home: HomeFacts, random: Random, maybe: Maybe): ResoRow {
  const { kind, area } = home;
  const attached = kind === 'condo' || kind === 'apartment' || kind === 'townhouse';
  const warm = ['socal', 'desert', 'hawaii', 'southeast', 'texas'].includes(area.region);
  const tiled = home.style === 'Spanish' || home.style === 'Mediterranean';
  return {
    ConstructionMaterials: maybe(0.8, () =>
      warm ? ['Stucco'] : random.pick([['Wood Siding'], ['Brick'], ['Fiber Cement'], ['Vinyl Siding']]),
    ),
    Roof: maybe(0.8, () => [
      tiled ? 'Spanish Tile' : random.pick(['Composition', 'Shingle', 'Flat', 'Tile']),
    ]),
    FoundationDetails: maybe(0.6, () => [warm ? 'Slab' : 'Concrete Perimeter']),
    Basement: warm ? null : maybe(0.6, () => random.pick([['Full', 'Finished'], ['Unfinished'], ['None']])),
    WindowFeatures: maybe(0.5, () => random.some(['Blinds', 'Double Pane Windows', 'Skylight(s)'], 2)),
    DoorFeatures: maybe(0.3, () => ['Sliding Doors']),
    CommonWalls: attached
      ? maybe(0.6, () => [random.pick(['1 Common Wall', '2+ Common Walls', 'End Unit'])])
      : null,
    PropertyAttachedYN: attached,
    BuilderName:
      home.yearBuilt > 1995 ? maybe(0.3, () => random.pick(['Lennar', 'Shea Homes', 'Toll Brothers'])) : null,
    YearBuiltSource: maybe(0.5, () => 'Assessor'),
    Fencing: attached ? null : maybe(0.5, () => [random.pick(['Wood', 'Block', 'Wrought Iron'])]),
    PatioAndPorchFeatures: maybe(0.6, () => random.some(['Covered', 'Deck', 'Front Porch', 'Patio'], 2)),
    RoomType: maybe(0.7, () =>
      random.some(['Family Room', 'Kitchen', 'Laundry', 'Living Room', 'Loft', 'Office'], 4),
    ),
    RoomsTotal: maybe(0.3, () => home.beds + random.int(2, 4)),
    FireplaceFeatures: home.fireplace ? ['Living Room', random.pick(['Gas', 'Wood Burning'])] : null,
    Electric: maybe(0.3, () => ['220 Volts in Garage']),
    GreenEnergyEfficient: maybe(0.15, () => ['Thermostat', 'Windows']),
    Inclusions: home.rent ? null : maybe(0.3, () => 'Refrigerator, washer and dryer'),
    Exclusions: home.rent ? null : maybe(0.1, () => 'Dining room chandelier'),
    HomeWarrantyYN: home.rent ? null : maybe(0.2, () => true),
    NumberOfUnitsInCommunity: attached ? maybe(0.4, () => random.int(12, 320)) : null,
    MoveInCosts: home.rent ? maybe(0.4, () => ['First Month Rent', 'Security Deposit']) : null,
  };
}

/** The units of a house for several families, with rents that fit its value. */
function income(home: HomeFacts, random: Random): ResoRow {
  const count = home.beds > 6 ? 3 : 2;
  const rent = Math.round((home.value * 0.0042) / count / 25) * 25;
  const beds = Math.max(1, Math.floor(home.beds / count));
  const year = rent * count * 12;
  const spent = Math.round(year * 0.32);
  return {
    NumberOfUnitsTotal: count,
    UnitTypes: [
      {
        UnitTypeKey: `${home.key}-1`,
        UnitTypeType: `${Math.min(3, beds)} Bedroom`,
        UnitTypeUnitsTotal: count,
        UnitTypeBedsTotal: beds,
        UnitTypeBathsTotal: 1,
        UnitTypeActualRent: rent,
        UnitTypeProForma: random.chance(0.5) ? rent + 250 : null,
        UnitTypeTotalRent: rent * count,
      },
    ],
    GrossScheduledIncome: year,
    OperatingExpense: spent,
    NetOperatingIncome: year - spent,
    CapRate: Math.round(((year - spent) / home.value) * 1_000) / 10,
    RentControlYN: random.chance(0.5) ? home.area.state === 'CA' : null,
  };
}

function park(random: Random, maybe: Maybe): ResoRow {
  return {
    LandLeaseYN: true,
    LandLeaseAmount: maybe(0.8, () => random.int(17, 40) * 50),
    LandLeaseAmountFrequency: 'Monthly',
    LandLeaseExpirationDate: maybe(0.3, () => '2049-12-31'),
    ParkName: `${random.pick(['Rolling Hills', 'Lakeside', 'Del Prado'])} Mobile Estates`,
    BodyType: [random.pick(['Single Wide', 'Double Wide'])],
    MobileLength: random.int(40, 70),
    MobileWidth: random.pick([14, 24, 28]),
    MobileDimUnits: 'Feet',
    Skirt: maybe(0.4, () => ['Vinyl']),
  };
}
