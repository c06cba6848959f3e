import type { Client } from '@maru/contract/client';
import { useEffect, useRef, useState } from 'react';
import ReactCrop, { centerCrop, makeAspectCrop, type PixelCrop } from 'react-image-crop';
import { AgentPicture } from '../agents/agent-picture.tsx';
import { useWords } from '../i18n/words.tsx';
import { Button } from '../ui/button.tsx';
import { ActionStatus } from '../ui/form/form.tsx';
import { useAction } from '../ui/form/use-action.ts';
import { Modal } from '../ui/modal.tsx';
import 'react-image-crop/dist/ReactCrop.css';

interface PictureFieldProps {
  name: string;
  picture: string | null;
  /** The id of a completed upload; null removes the picture. */
  onChange: (uploadId: string | null) => void;
}

/** The photo of a profile: choose a file, crop it, upload it with progress. */
export function PictureField({ name, picture, onChange }: PictureFieldProps) {
  const { t } = useWords();
  const input = useRef<HTMLInputElement>(null);
  const [source, setSource] = useState<string>();
  const [shown, setShown] = useState(picture);
  const [sent, setSent] = useState(0);
  const leave = useRef<AbortController>(undefined);
  const action = useAction((why, error) =>
    error instanceof PictureRefused ? t('realtor.picture_refused') : t('realtor.picture_failed', { why }),
  );
  useEffect(() => setShown(picture), [picture]);
  useEffect(() => () => leave.current?.abort(), []);

  const choose = async (file: File | undefined) => {
    if (file === undefined) return;
    const read = await readPicture(file);
    if (typeof read === 'string') {
      const text = t(read === 'large' ? 'realtor.picture_large' : 'realtor.picture_bad');
      return action.setResult({ tone: 'bad', text });
    }
    action.setResult(undefined);
    setSource(read.url);
  };
  const send = (blob: Blob) => {
    setSource(undefined);
    setSent(0);
    return action.run(async (client) => {
      leave.current = new AbortController();
      onChange(await sendPicture(blob, { client, onProgress: setSent, signal: leave.current.signal }));
      setShown(URL.createObjectURL(blob));
      return t('realtor.picture_ready');
    });
  };
  return (
    <fieldset>
      <legend className="font-semibold">{t('realtor.picture')}</legend>
      <div className="mt-2 flex flex-wrap items-center gap-4">
        <AgentPicture name={name === '' ? '·' : name} picture={shown} size={96} />
        <div>
          <p className="text-quiet text-sm">{t('realtor.picture_note')}</p>
          <p className="mt-2 flex flex-wrap gap-2">
            <input
              ref={input}
              type="file"
              accept={PICTURE_TYPES.join(',')}
              className="sr-only"
              aria-label={t('realtor.picture_choose')}
              onChange={({ target }) => {
                void choose(target.files?.[0]);
                // Choosing the same file again must fire a change event.
                target.value = '';
              }}
            />
            <Button size="medium" disabled={action.isBusy} onClick={() => input.current?.click()}>
              {t(shown === null ? 'realtor.picture_choose' : 'realtor.picture_other')}
            </Button>
            {shown === null ? null : (
              <Button
                size="medium"
                disabled={action.isBusy}
                onClick={() => {
                  setShown(null);
                  action.setResult(undefined);
                  onChange(null);
                }}
              >
                {t('realtor.picture_remove')}
              </Button>
            )}
          </p>
          <ActionStatus
            action={action}
            pending={t('realtor.picture_sending', { percent: Math.round(sent * 100) })}
            className="not-empty:mt-2"
          />
        </div>
      </div>
      {source === undefined ? null : (
        <CropDialog
          source={source}
          onDone={(blob) => void send(blob)}
          onCancel={() => setSource(undefined)}
        />
      )}
    </fieldset>
  );
}

function CropDialog({
  source,
  onDone,
  onCancel,
}: {
  source: string;
  onDone: (blob: Blob) => void;
  onCancel: () => void;
}) {
  const { t } = useWords();
  const image = useRef<HTMLImageElement>(null);
  const [crop, setCrop] = useState<PixelCrop>();
  useEffect(() => () => URL.revokeObjectURL(source), [source]);
  return (
    <Modal
      open
      onClose={onCancel}
      label={t('realtor.picture_crop')}
      shape="box"
      className="w-[min(36rem,calc(100vw-1rem))]"
    >
      <h2 className="font-bold text-lg">{t('realtor.picture_crop')}</h2>
      <div className="mt-3 grid place-items-center">
        <ReactCrop
          crop={crop}
          aspect={1}
          minWidth={48}
          keepSelection
          circularCrop
          ariaLabels={{
            cropArea: t('realtor.picture_crop_area'),
            nwDragHandle: '↖',
            nDragHandle: '↑',
            neDragHandle: '↗',
            eDragHandle: '→',
            seDragHandle: '↘',
            sDragHandle: '↓',
            swDragHandle: '↙',
            wDragHandle: '←',
          }}
          onChange={(pixels) => setCrop(pixels)}
        >
          <img
            ref={image}
            src={source}
            alt=""
            className="max-h-[60dvh]"
            onLoad={({ currentTarget: { width, height } }) => {
              const size = Math.min(width, height) * 0.9;
              setCrop(
                centerCrop(makeAspectCrop({ unit: 'px', width: size }, 1, width, height), width, height),
              );
            }}
          />
        </ReactCrop>
      </div>
      <p className="mt-4 flex flex-wrap gap-3">
        <Button
          variant="primary"
          disabled={crop === undefined}
          onClick={() => {
            if (image.current !== null && crop !== undefined)
              void cutPicture(image.current, crop).then(onDone);
          }}
        >
          {t('realtor.picture_use')}
        </Button>
        <Button size="medium" onClick={onCancel}>
          {t('realtor.picture_cancel')}
        </Button>
      </p>
    </Modal>
  );
}

/** Side of the square picture, px: the server stores no larger one. */
const SIDE = 1_024;
const MOST_BYTES = 10 * 1024 * 1024;
const PICTURE_TYPES = ['image/jpeg', 'image/png', 'image/webp', 'image/avif'] as const;
type PictureType = (typeof PICTURE_TYPES)[number];

type PictureFault = 'bad' | 'large';

/** Reads a file as a picture; `bad` when the browser cannot decode it. */
async function readPicture(file: File): Promise<{ url: string } | PictureFault> {
  if (file.size > MOST_BYTES) return 'large';
  if (!PICTURE_TYPES.includes(file.type as PictureType)) return 'bad';
  try {
    (await createImageBitmap(file)).close();
  } catch {
    return 'bad';
  }
  return { url: URL.createObjectURL(file) };
}

/** The cropped part as JPEG. Coordinates are those of the displayed picture. */
async function cutPicture(
  image: HTMLImageElement,
  part: { x: number; y: number; width: number; height: number },
): Promise<Blob> {
  const [across, down] = [image.naturalWidth / image.width, image.naturalHeight / image.height];
  const side = Math.max(1, Math.min(SIDE, Math.round(part.width * across)));
  const canvas = document.createElement('canvas');
  canvas.width = side;
  canvas.height = side;
  const context = canvas.getContext('2d');
  if (context === null) throw new Error('this browser draws no pictures');
  const { x, y, width, height } = part;
  context.drawImage(image, x * across, y * down, width * across, height * down, 0, 0, side, side);
  return await new Promise((resolve, reject) => {
    canvas.toBlob(
      (blob) => (blob === null ? reject(new Error('the picture could not be written')) : resolve(blob)),
      'image/jpeg',
      0.9,
    );
  });
}

/** Thrown when the storage rejects the upload: no picture, or not as announced. */
class PictureRefused extends Error {}

/**
 * Uploads a picture to the URL of the API and returns the id of the upload. `onProgress` gets 0 to 1. @throws
 * PictureRefused; Error 'Network Error' without a response
 */
async function sendPicture(
  picture: Blob,
  { client, onProgress, signal }: { client: Client; onProgress: (part: number) => void; signal: AbortSignal },
): Promise<string> {
  const upload = await client.requestUpload({
    query: { type: picture.type as PictureType, size: picture.size },
    signal,
  });
  await new Promise<void>((resolve, reject) => {
    // `fetch` has no upload progress.
    const request = new XMLHttpRequest();
    request.open(upload.method, upload.url);
    for (const [name, value] of Object.entries(upload.headers)) request.setRequestHeader(name, value);
    request.upload.onprogress = ({ loaded, total }) => onProgress(total === 0 ? 0 : loaded / total);
    request.onload = () =>
      request.status < 300 ? resolve() : reject(new PictureRefused(`HTTP ${request.status}`));
    request.onerror = () => reject(new Error('Network Error'));
    request.onabort = () => reject(new DOMException('aborted', 'AbortError'));
    signal.addEventListener('abort', () => request.abort(), { once: true });
    request.send(picture);
  });
  return upload.uploadId;
}
