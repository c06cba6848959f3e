import { ProfileEditor } from '../../realtor/profile-editor.tsx';
import { RealtorArea } from '../../realtor/realtor-area.tsx';

/** A realtor's own profile; the way to become one. */
export function Page() {
  return (
    <RealtorArea page="profile" needsProfile={false}>
      {({ realtor, take }) => (
        <ProfileEditor key={realtor?.realtorId ?? 'none'} realtor={realtor} take={take} />
      )}
    </RealtorArea>
  );
}
