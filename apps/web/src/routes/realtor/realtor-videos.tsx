import { RealtorArea } from '../../realtor/realtor-area.tsx';
import { VideoEditor } from '../../realtor/video-editor.tsx';

/** A realtor's videos. */
export function Page() {
  return <RealtorArea page="videos">{({ realtor }) => <VideoEditor realtor={realtor} />}</RealtorArea>;
}
