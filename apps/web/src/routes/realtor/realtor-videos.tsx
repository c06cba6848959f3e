import { RealtorArea } from '../../realtor/realtor-area.tsx';
import { VideoEditor } from '../../realtor/video-editor.tsx';
import { definePage } from '../../site/page-module.ts';

export const page = definePage({ Page });

function Page() {
  return <RealtorArea page="videos">{({ realtor }) => <VideoEditor realtor={realtor} />}</RealtorArea>;
}
