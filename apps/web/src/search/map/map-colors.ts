/** The colors of the map from the page's tokens, as sRGB. */
export interface MapColors {
  land: string;
  water: string;
  park: string;
  school: string;
  border: string;
  street: string;
  edge: string;
  freeway: string;
  label: string;
}

/** The tokens are OKLCH, which map libraries do not support: a canvas converts them. */
export function readColors(element: Element): MapColors {
  const style = getComputedStyle(element);
  const canvas = document.createElement('canvas');
  canvas.width = 1;
  canvas.height = 1;
  const pen = canvas.getContext('2d', { willReadFrequently: true });
  const color = (token: string): string => {
    if (pen === null) return '#888';
    pen.fillStyle = style.getPropertyValue(token).trim();
    pen.fillRect(0, 0, 1, 1);
    const [red, green, blue] = pen.getImageData(0, 0, 1, 1).data;
    return `rgb(${red}, ${green}, ${blue})`;
  };
  return {
    land: color('--map-land'),
    water: color('--map-water'),
    park: color('--map-park'),
    school: color('--map-school'),
    border: color('--map-border'),
    street: color('--map-street'),
    edge: color('--map-street-edge'),
    freeway: color('--map-freeway'),
    label: color('--map-label'),
  };
}
