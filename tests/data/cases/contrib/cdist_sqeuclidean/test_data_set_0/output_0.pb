J<¨!IAœAMÖ*A‘ysA¾ß!@žHA<AHA¬ãAëAf’,A ;È?f
AìÊ‘Aä&$A…A