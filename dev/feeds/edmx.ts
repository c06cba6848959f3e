import type { Kind } from './odata-value.ts';

const EDM: Record<Kind, string> = {
  text: 'Edm.String',
  number: 'Edm.Decimal" Scale="variable',
  flag: 'Edm.Boolean',
  date: 'Edm.Date',
  instant: 'Edm.DateTimeOffset" Precision="6',
  time: 'Edm.TimeOfDay',
  list: 'Collection(Edm.String)',
  rows: 'Collection(Edm.Untyped)',
  point: 'Edm.GeographyPoint',
  shape: 'Edm.GeographyPolygon',
  null: 'Edm.String',
};

export interface EntityModel {
  name: string;
  key: string;
  fields: ReadonlyMap<string, Kind>;
  /** Integer fields. */
  whole: ReadonlySet<string>;
  expands: readonly Navigation[];
}

export interface Navigation {
  name: string;
  /** The target entity. */
  to: string;
  many: boolean;
}

/** The `$metadata` of a RESO Web API server with string enumerations, as EDMX 4.0. */
export function writeEdmx(entities: readonly EntityModel[], namespace = 'org.reso.metadata'): string {
  const types = entities.map((entity) => {
    const properties = [...entity.fields]
      .filter(([name, kind]) => kind !== 'rows' && !entity.expands.some((one) => one.name === name))
      .map(([name, kind]) => {
        const type = entity.whole.has(name) ? 'Edm.Int64' : EDM[kind];
        const nullable = name === entity.key ? ' Nullable="false"' : '';
        return `        <Property Name="${name}" Type="${type}"${nullable}/>`;
      });
    const links = entity.expands.map(
      ({ name, to, many }) =>
        `        <NavigationProperty Name="${name}" Type="${many ? `Collection(${namespace}.${to})` : `${namespace}.${to}`}"/>`,
    );
    return [
      `      <EntityType Name="${entity.name}">`,
      `        <Key><PropertyRef Name="${entity.key}"/></Key>`,
      ...properties,
      ...links,
      '      </EntityType>',
    ].join('\n');
  });
  const sets = entities.map(
    ({ name }) => `        <EntitySet Name="${name}" EntityType="${namespace}.${name}"/>`,
  );
  return [
    '<?xml version="1.0" encoding="utf-8"?>',
    '<edmx:Edmx Version="4.0" xmlns:edmx="http://docs.oasis-open.org/odata/ns/edmx">',
    '  <edmx:DataServices>',
    `    <Schema Namespace="${namespace}" xmlns="http://docs.oasis-open.org/odata/ns/edm">`,
    ...types,
    '      <EntityContainer Name="Default">',
    ...sets,
    '      </EntityContainer>',
    '    </Schema>',
    '  </edmx:DataServices>',
    '</edmx:Edmx>',
    '',
  ].join('\n');
}
