import type { ComponentProps } from 'react';
import type { Action } from './use-action.ts';

interface FormProps extends Omit<ComponentProps<'form'>, 'form' | 'onSubmit' | 'ref'> {
  /** Of `useForm`. */
  form: { send: () => Promise<boolean>; setBox: (element: HTMLElement | null) => void };
}

/**
 * A form that a script submits. Our own checks replace those of the browser. With `method` and `action` it also works before
 * the script has loaded; a form that needs no script at all is a plain `<form>`.
 */
export function Form({ form, ...props }: FormProps) {
  return (
    <form
      noValidate
      {...props}
      ref={form.setBox}
      onSubmit={(event) => {
        event.preventDefault();
        void form.send();
      }}
    />
  );
}

const TONES = { good: 'text-good', bad: 'text-bad', none: 'text-quiet' };

export interface ActionStatusProps {
  action: Action;
  /** While the action runs. */
  pending?: string | undefined;
  /** While there is no result. */
  idle?: string | undefined;
  role?: 'status' | 'alert';
  className?: string;
}

/** The result of an action or a form. It is always rendered, so that screen readers announce its changes. */
export function ActionStatus({ action, pending, idle, role = 'status', className = '' }: ActionStatusProps) {
  const { result, isBusy } = action;
  return (
    <p role={role} className={`${className} ${TONES[result?.tone ?? 'none']}`}>
      {isBusy ? pending : (result?.text ?? idle)}
    </p>
  );
}
