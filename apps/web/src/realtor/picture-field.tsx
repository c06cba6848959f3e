import { useRouter } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import ReactCrop, { centerCrop, makeAspectCrop, type PixelCrop } from 'react-image-crop';
import { Button } from '../ui/button.tsx';
import 'react-image-crop/dist/ReactCrop.css';
import { AgentPicture } from '../agents/agent-picture.tsx';
import { useWords } from '../i18n/words.tsx';
import { Modal } from '../ui/modal.tsx';
import { whyFailed } from '../ui/why-failed.ts';
import { cutPicture, PICTURE_TYPES, PictureRefused, readPicture, sendPicture } from './send-picture.ts';

interface PictureFieldProps {
  name: string;
  picture: string | null;
  /** An upload that is there, null to take the picture away. */
  onChange: (uploadId: string | null) => void;
}

type Said = { tone: 'good' | 'bad' | 'quiet'; text: string };

/** The photo of a profile: choose a file, choose its part, see it go. */
export function PictureField({ name, picture, onChange }: PictureFieldProps) {
  const words = useWords();
  const { t } = words;
  const { client } = useRouter().options.context;
  const input = useRef<HTMLInputElement>(null);
  const [source, setSource] = useState<string>();
  const [shown, setShown] = useState(picture);
  const [said, setSaid] = useState<Said>();
  const stop = useRef<AbortController>(undefined);
  useEffect(() => setShown(picture), [picture]);
  useEffect(() => () => stop.current?.abort(), []);

  const choose = async (file: File | undefined) => {
    if (file === undefined) return;
    const read = await readPicture(file);
    if (typeof read === 'string') {
      return setSaid({
        tone: 'bad',
        text: t(read === 'large' ? 'realtor.picture_large' : 'realtor.picture_bad'),
      });
    }
    setSaid(undefined);
    setSource(read.url);
  };
  const send = async (blob: Blob) => {
    setSource(undefined);
    stop.current?.abort();
    const own = new AbortController();
    stop.current = own;
    const tell = (part: number) =>
      setSaid({ tone: 'quiet', text: t('realtor.picture_sending', { percent: Math.round(part * 100) }) });
    tell(0);
    try {
      onChange(await sendPicture(blob, { client, onProgress: tell, signal: own.signal }));
      setShown(URL.createObjectURL(blob));
      setSaid({ tone: 'good', text: t('realtor.picture_ready') });
    } catch (error) {
      if ((error as Error).name === 'AbortError') return;
      setSaid({
        tone: 'bad',
        text:
          error instanceof PictureRefused
            ? t('realtor.picture_refused')
            : t('realtor.picture_failed', { why: whyFailed(error, words) }),
      });
    }
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
                // The same file once more is a choice too.
                target.value = '';
              }}
            />
            <Button size="medium" onClick={() => input.current?.click()}>
              {t(shown === null ? 'realtor.picture_choose' : 'realtor.picture_other')}
            </Button>
            {shown === null ? null : (
              <Button
                size="medium"
                onClick={() => {
                  setShown(null);
                  setSaid(undefined);
                  onChange(null);
                }}
              >
                {t('realtor.picture_remove')}
              </Button>
            )}
          </p>
          <p role="status" className={`not-empty:mt-2 ${TONES[said?.tone ?? 'quiet']}`}>
            {said?.text}
          </p>
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

const TONES = { good: 'text-good', bad: 'text-bad', quiet: 'text-quiet' };
