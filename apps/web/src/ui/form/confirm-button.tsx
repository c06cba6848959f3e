import type { Client } from '@maru/contract/client';
import { useState } from 'react';
import { Button } from '../button.tsx';
import { Modal } from '../modal.tsx';
import { ActionStatus } from './form.tsx';
import { useAction } from './use-action.ts';

interface ConfirmButtonProps {
  /** Of the button, and of the one in the dialog. */
  label: string;
  title: string;
  text: string;
  cancel: string;
  /** Of the button in the dialog. */
  variant?: 'primary' | 'secondary';
  onConfirm: (client: Client) => Promise<void>;
  /** Makes the message of a failure, which the dialog shows. */
  failed: (why: string) => string;
}

/** A button whose action needs a confirmation. The dialog closes when the action has succeeded. */
export function ConfirmButton({
  label,
  title,
  text,
  cancel,
  variant = 'primary',
  onConfirm,
  failed,
}: ConfirmButtonProps) {
  const [isAsked, setAsked] = useState(false);
  const action = useAction(failed);
  const confirm = () =>
    action.run(async (client) => {
      await onConfirm(client);
      setAsked(false);
      return undefined;
    });
  return (
    <>
      <Button size="medium" aria-haspopup="dialog" onClick={() => setAsked(true)}>
        {label}
      </Button>
      <Modal
        open={isAsked}
        onClose={() => setAsked(false)}
        label={title}
        shape="box"
        className="w-[min(30rem,calc(100vw-2rem))]"
      >
        <h2 className="font-bold text-lg">{title}</h2>
        <p className="mt-2">{text}</p>
        <ActionStatus action={action} role="alert" className="not-empty:mt-3" />
        <p className="mt-5 flex flex-wrap gap-3">
          <Button variant={variant} size="medium" disabled={action.isBusy} onClick={() => void confirm()}>
            {label}
          </Button>
          <Button size="medium" onClick={() => setAsked(false)}>
            {cancel}
          </Button>
        </p>
      </Modal>
    </>
  );
}
