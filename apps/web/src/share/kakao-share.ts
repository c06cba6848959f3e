/** The used part of Kakao's script (https://developers.kakao.com/docs/latest/kakaotalk-share/js-link). */
interface KakaoScript {
  init(key: string): void;
  isInitialized(): boolean;
  Share: { sendScrap(request: { requestUrl: string }): unknown };
}

let loading: Promise<KakaoScript> | undefined;

/**
 * Shares a link by KakaoTalk, which shows the link's own preview. The script is loaded on the first call; before it nothing is
 * requested from Kakao.
 * @throws Error when the script fails to load or rejects
 */
export async function shareByKakao(
  url: string,
  { key, scriptUrl }: { key: string; scriptUrl: string },
): Promise<void> {
  loading ??= loadScript(scriptUrl);
  loading.catch(() => {
    loading = undefined;
  });
  const kakao = await loading;
  if (!kakao.isInitialized()) kakao.init(key);
  await kakao.Share.sendScrap({ requestUrl: url });
}

function loadScript(scriptUrl: string): Promise<KakaoScript> {
  return new Promise((resolve, reject) => {
    const script = document.createElement('script');
    script.src = scriptUrl;
    script.async = true;
    script.onload = () => {
      const { Kakao } = window as { Kakao?: KakaoScript };
      if (Kakao === undefined) reject(new Error('Kakao’s script has no Kakao.'));
      else resolve(Kakao);
    };
    script.onerror = () => {
      script.remove();
      reject(new Error('Kakao’s script failed to load.'));
    };
    document.head.append(script);
  });
}
