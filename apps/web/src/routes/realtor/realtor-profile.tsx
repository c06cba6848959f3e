import { ProfileEditor } from '../../realtor/profile-editor.tsx';
import { RealtorArea } from '../../realtor/realtor-area.tsx';
import { definePage } from '../../site/page-module.ts';

export const page = definePage({ Page });

/** A realtor's own profile; the way to become one. */
function Page() {
  return (
    <RealtorArea page="profile" needsProfile={false}>
      {({ realtor, take }) => (
        <ProfileEditor key={realtor?.realtorId ?? 'none'} realtor={realtor} take={take} />
      )}
    </RealtorArea>
  );
}
