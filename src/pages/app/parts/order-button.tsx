import type { ComponentProps } from 'react';
import { Button } from './button.js';
import { tellFailure } from './toast.js';

/** A button that gives its order at once. A failure is shown for a moment. */
export function OrderButton({
  order,
  ...button
}: {
  readonly order: {
    readonly mutate: (given: undefined, options: { onError: (error: Error) => void }) => void;
    readonly isPending: boolean;
  };
} & Omit<ComponentProps<typeof Button>, 'busy' | 'onClick'>) {
  const give = (): void => order.mutate(undefined, { onError: (error) => tellFailure(error) });
  return <Button {...button} busy={order.isPending} onClick={give} />;
}
