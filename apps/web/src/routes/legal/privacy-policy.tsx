import { defineLegalPage } from './define-legal-page.tsx';

export const page = defineLegalPage('privacy-policy');
