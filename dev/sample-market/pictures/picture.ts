import sharp from 'sharp';
import type { HomeFacts } from '../home-facts.ts';

export function drawScene(home: HomeFacts, number: number): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 960 720" width="960" height="720"><rect width="960" height="720" fill="#cfe6ee"/><rect y="460" width="960" height="260" fill="#9dbf7c"/><path d="M220 330 L480 180 L740 330Z" fill="#9c5a3c"/><rect x="260" y="330" width="440" height="230" fill="#f3e3c9"/><text x="40" y="700">${home.kind} ${number}</text></svg>`;
}

export async function drawJpeg(svg: string): Promise<Buffer> {
  return sharp(Buffer.from(svg)).jpeg({ quality: 80 }).toBuffer();
}
