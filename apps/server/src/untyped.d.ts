// Types of libraries without declarations, as far as they are used.
declare module 'vt-pbf' {
  const vtpbf: {
    fromGeojsonVt(layers: Record<string, { features: unknown[] }>, options: { version: 1 | 2 }): Uint8Array;
  };
  export default vtpbf;
}
declare module 'topojson-client' {
  import type { Feature, FeatureCollection, Geometry } from 'geojson';
  export interface Topology {
    objects: Record<string, unknown>;
  }
  export function feature(
    topology: Topology,
    object: unknown,
  ): FeatureCollection<Geometry, Record<string, unknown>>;
  export function mesh(
    topology: Topology,
    object: unknown,
    filter: (a: unknown, b: unknown) => boolean,
  ): Geometry;
  export type { Feature };
}
declare module 'shpjs' {
  interface Shapefile {
    shp: Uint8Array;
    dbf?: Uint8Array | undefined;
    prj?: Uint8Array | undefined;
    cpg?: Uint8Array | undefined;
  }
  export default function shp(files: Shapefile): Promise<unknown>;
  export function parseZip(bytes: Uint8Array): Promise<unknown>;
}
declare module '@photostructure/tz-lookup' {
  /** IANA name; throws for a position outside the globe. Its own declaration is that of a CommonJS module. */
  export default function findZone(latitude: number, longitude: number): string;
}
