import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router';
import { render, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { TextLink } from './site-link.tsx';

test('a path of this site gets the language of the page, another address stays', async () => {
  const routeTree = createRootRoute({
    component: () => (
      <>
        <TextLink path="/sell">Sell</TextLink>
        <TextLink href="https://example.org/">Elsewhere</TextLink>
      </>
    ),
  });
  const history = createMemoryHistory({ initialEntries: ['/ko'] });
  const router = createRouter({ routeTree, history, context: { locale: 'ko' } as never });
  render(<RouterProvider router={router as never} />);
  expect((await screen.findByRole('link', { name: 'Sell' })).getAttribute('href')).toBe('/ko/sell');
  expect(screen.getByRole('link', { name: 'Elsewhere' }).getAttribute('href')).toBe('https://example.org/');
});
