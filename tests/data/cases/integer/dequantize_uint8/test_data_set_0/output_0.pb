J0û8bC}ìÀBÔkCßÝ1C¡ÙÛBH
ÏCŠœOC_œŒCiaBÊFÃCv`1BkËB