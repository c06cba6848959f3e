import type { Kind } from './odata-value.ts';

const EDM: Record<Kind, string> = {
  text: 'Edm.String',
  number: 'Edm.Decimal" Scale="variable',
  flag: 'Edm.Boolean',
  date: 'Edm.Date',
  instant: 'Edm.DateTimeOffset" Precision="6',
  list: 'Collection(Edm.String)',
  rows: 'Collection(Edm.Untyped)',
  null: 'Edm.String',
};

export interface EntityModel {
  name: string;
  key: string;
  fields: ReadonlyMap<string, Kind>;
  /** Whole-number fields. */
  whole: ReadonlySet<string>;
  /** Navigation property → entity. */
  expands: readonly string[];
}

/** The `$metadata` of a RESO Web API server with string enumerations, as EDMX 4.0. */
export function writeEdmx(entities: readonly EntityModel[]): string {
  const types = entities.map((entity) => {
    const properties = [...entity.fields]
      .filter(([name, kind]) => kind !== 'rows' && !entity.expands.includes(name))
      .map(([name, kind]) => {
        const type = entity.whole.has(name) ? 'Edm.Int64' : EDM[kind];
        const nullable = name === entity.key ? ' Nullable="false"' : '';
        return `        <Property Name="${name}" Type="${type}"${nullable}/>`;
      });
    const links = entity.expands.map(
      (name) => `        <NavigationProperty Name="${name}" Type="Collection(org.reso.metadata.${name})"/>`,
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
    ({ name }) => `        <EntitySet Name="${name}" EntityType="org.reso.metadata.${name}"/>`,
  );
  return [
    '<?xml version="1.0" encoding="utf-8"?>',
    '<edmx:Edmx Version="4.0" xmlns:edmx="http://docs.oasis-open.org/odata/ns/edmx">',
    '  <edmx:DataServices>',
    '    <Schema Namespace="org.reso.metadata" xmlns="http://docs.oasis-open.org/odata/ns/edm">',
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
