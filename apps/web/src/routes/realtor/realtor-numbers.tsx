import { ContactNumbers } from '../../realtor/contact-numbers.tsx';
import { RealtorArea } from '../../realtor/realtor-area.tsx';
import { definePage } from '../../site/page-module.ts';

export const page = definePage({ Page });

/** A realtor's numbers, of the messages that came. */
function Page() {
  return <RealtorArea page="numbers">{() => <ContactNumbers />}</RealtorArea>;
}
