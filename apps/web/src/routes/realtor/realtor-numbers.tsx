import { ContactNumbers } from '../../realtor/contact-numbers.tsx';
import { RealtorArea } from '../../realtor/realtor-area.tsx';

/** A realtor's numbers, of the messages that came. */
export function Page() {
  return <RealtorArea page="numbers">{() => <ContactNumbers />}</RealtorArea>;
}
