import { Gazetteer } from '@maru/gazetteer';

let loading: Promise<Gazetteer> | undefined;

/** It does not change once it is loaded, and takes half a second: one for all tests of a worker. */
export function loadSharedGazetteer(): Promise<Gazetteer> {
  loading ??= Gazetteer.load();
  return loading;
}
