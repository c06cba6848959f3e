/** The panels of the bar, in one script that comes when the first of them is reached for. */
export { CostPanel } from './cost-panel.tsx';
export { PricePanel } from './price-panel.tsx';
export { RoomsPanel } from './rooms-panel.tsx';
export { TypePanel } from './type-panel.tsx';
