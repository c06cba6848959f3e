import { STATES } from '@maru/listing/places';

/** With Korean names, which CLDR lacks for US subdivisions. The form with 주 ("뉴욕주") is accepted for every row. */
export interface StateName {
  code: string;
  /** Two digits of the Census Bureau. */
  fips: string;
  name: string;
  nameKo: string;
  spellings: readonly string[];
}

export const STATE_NAMES: readonly StateName[] = [
  state('AL', '앨라배마', '알라바마', '앨러배마', '알라배마'),
  state('AK', '알래스카', '알라스카'),
  state('AZ', '애리조나', '아리조나'),
  state('AR', '아칸소', '알칸소', '아칸서'),
  state('CA', '캘리포니아', '가주', '캘리', '캘리포냐', '칼리포니아', 'Cali', 'Calif'),
  state('CO', '콜로라도', '컬러라도'),
  state('CT', '코네티컷', '커네티컷', '코네티켓'),
  state('DE', '델라웨어', '델라웨이'),
  state('DC', '컬럼비아 특별구', '워싱턴 디씨', '디씨', 'D.C.'),
  state('FL', '플로리다', '훌로리다'),
  state('GA', '조지아', '죠지아'),
  state('HI', '하와이'),
  state('ID', '아이다호'),
  state('IL', '일리노이', '일리노이즈'),
  state('IN', '인디애나', '인디아나'),
  state('IA', '아이오와'),
  state('KS', '캔자스', '캔사스'),
  state('KY', '켄터키', '켄튜키', '캔터키'),
  state('LA', '루이지애나', '루이지아나'),
  state('ME', '메인'),
  state('MD', '메릴랜드', '매릴랜드', '메릴란드'),
  state('MA', '매사추세츠', '메사추세츠', '매사추세스', '메사추세추'),
  state('MI', '미시간', '미시건'),
  state('MN', '미네소타'),
  state('MS', '미시시피'),
  state('MO', '미주리', '미조리'),
  state('MT', '몬태나', '몬타나'),
  state('NE', '네브래스카', '네브라스카'),
  state('NV', '네바다'),
  state('NH', '뉴햄프셔', '뉴햄프샤이어'),
  state('NJ', '뉴저지', '뉴져지', 'Jersey'),
  state('NM', '뉴멕시코'),
  state('NY', '뉴욕'),
  state('NC', '노스캐롤라이나', '노스캐럴라이나', '노스 캐롤라이나', '북캐롤라이나'),
  state('ND', '노스다코타', '노스 다코타'),
  state('OH', '오하이오'),
  state('OK', '오클라호마'),
  state('OR', '오리건', '오레곤', '오리곤'),
  state('PA', '펜실베이니아', '펜실베니아', '팬실베니아', '펜실바니아'),
  state('PR', '푸에르토리코', '푸에리토리코'),
  state('RI', '로드아일랜드', '로드 아일랜드'),
  state('SC', '사우스캐롤라이나', '사우스캐럴라이나', '남캐롤라이나'),
  state('SD', '사우스다코타', '사우스 다코타'),
  state('TN', '테네시', '테네씨'),
  state('TX', '텍사스', '택사스'),
  state('UT', '유타'),
  state('VT', '버몬트', '버먼트'),
  state('VA', '버지니아', '버지냐', '벌지니아'),
  state('WA', '워싱턴', '와싱턴', '워싱톤', '와싱톤'),
  state('WV', '웨스트버지니아', '웨스트 버지니아'),
  state('WI', '위스콘신', '위스칸신'),
  state('WY', '와이오밍'),
];

function state(code: string, nameKo: string, ...spellings: string[]): StateName {
  const { fips, name } = STATES.find((one) => one.code === code)!;
  return { code, fips, name, nameKo, spellings };
}
