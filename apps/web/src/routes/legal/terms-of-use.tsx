import { defineLegalPage } from './define-legal-page.tsx';

export const page = defineLegalPage('terms-of-use');
