import type { AgentAnswer } from '@maru/contract';
import { useWords } from '../i18n/words.tsx';
import { licenseText } from '../listing/card/attribution.tsx';
import { CheckIcon, ExternalIcon } from '../ui/icons/icons.tsx';
import { TextLink } from '../ui/site-link.tsx';

type Licensed = Pick<AgentAnswer, 'licenseNumber' | 'licenseState' | 'licenseUrl' | 'licenseVerified'>;

/**
 * The license with its zeros (B&P 10140.6), whether it is verified, and a link to the regulator's look-up. Never
 * smaller than the text around it.
 */
export function LicenseLine({ agent, withLink = false }: { agent: Licensed; withLink?: boolean }) {
  const words = useWords();
  const { t } = words;
  const { licenseNumber, licenseState, licenseUrl, licenseVerified } = agent;
  const number = licenseText(licenseNumber, licenseState, words);
  return (
    <div>
      <p className="tabular">{number === '' ? t('agents.license_none') : number}</p>
      <p className={licenseVerified ? 'flex items-center gap-1 font-medium text-good' : 'text-quiet'}>
        {licenseVerified ? <CheckIcon size={16} /> : null}
        {t(licenseVerified ? 'agents.license_checked' : 'agents.license_unchecked')}
      </p>
      {!withLink || licenseUrl === null ? null : (
        <p>
          <TextLink href={licenseUrl} target="_blank" rel="noopener noreferrer nofollow">
            <ExternalIcon size={16} />
            {t('agents.license_look')}
          </TextLink>
        </p>
      )}
    </div>
  );
}
